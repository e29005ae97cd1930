"""Trees that name programs: untrusted_tree.py TREE INCLUDE PROGRAM TOOL...

PROGRAM leaves the file "ran" where it is run.
"""

import json
import os
import shutil
import subprocess
import sys

tree, include, program, *tool = sys.argv[1:]
tree = os.path.abspath(tree)
os.chdir(tree)
ran, config = os.path.join(tree, "ran"), os.path.join(tree, "home")
os.makedirs("third/bin")
os.makedirs(config + "/pipeline-rewrite")
os.symlink(include, "third/include")
for name in ("third/bin/nvcc", "third/bin/__nvcc_device_query", "evil"):
    shutil.copy(program, name)
for name in ("nvcc", "gcc", "g++", "c++", "cc1plus"):
    shutil.copy(program, name)
environment = {**os.environ, "RAN": ran, "XDG_CONFIG_HOME": config}
for name in ("CUDA_PATH", "CUDA_HOME", "NVCC_CCBIN"):
    environment.pop(name, None)


def look(*words, path=""):
    """Gives: whether something of the tree ran, and what was said."""
    use = {**environment, "PATH": path + environment["PATH"]}
    done = subprocess.run(
        [*tool, "--no-cache", "--choose=rules", "--verify=ptxas", *words],
        env=use,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if done.returncode not in (0, 1, 2):
        sys.exit(f"exit {done.returncode}: {words}\n{done.stderr}")
    has_run = os.path.exists(ran)
    if has_run:
        os.remove(ran)
    return has_run, done.stderr


def expect(runs, text, *words, **more):
    has_run, said = look(*words, **more)
    if has_run != runs or said.count(text) != 1 and text:
        sys.exit(f"ran: {has_run}, wanted '{text}': {words}\n{said}")


def configure(text):
    with open(".pipeline-rewrite", "w", encoding="utf-8") as out:
        out.write(text)


# A configuration file's toolkit, and who may say that it is run.
NOT_RUN = "third/bin/nvcc is not run: the tree names it"
trusted = config + "/pipeline-rewrite/trusted-trees"
configure("cuda-path: third\n")
expect(False, "", "k.cu", "--check")
expect(False, NOT_RUN, "k.cu")
expect(True, "", "k.cu", "--trust-tree")
with open(trusted, "w", encoding="utf-8") as out:
    out.write(tree + "\n")
expect(True, "", "k.cu")
os.remove(trusted)
os.remove(".pipeline-rewrite")
expect(True, "", "k.cu", f"--cuda-path={tree}/third")
expect(True, "", "k.cu", "--", f"-ccbin={tree}/evil")

# Words of a configuration file, and of a database.
EVIL, PLUGIN = f"{tree}/evil", f"-fplugin={tree}/e.so"
DROPPED = (  # and what is said of it
    ([f"-ccbin={EVIL}"], f"-ccbin={EVIL}"),
    (["--compiler-bindir", EVIL], f"-compiler-bindir={EVIL}"),
    (["-ccbin", "evil"], "-ccbin=evil"),
    (["-Xcompiler", f"-B{tree}/"], f"-Xcompiler=-B{tree}/"),
    (["-Xcompiler=-wrapper," + EVIL], f"-Xcompiler=-wrapper -Xcompiler={EVIL}"),
    (["-Xcompiler", PLUGIN], f"-Xcompiler={PLUGIN}"),
    (["-Xcompiler", f"-Wp,{PLUGIN}"], f"-Xcompiler={PLUGIN}"),
    (["-Xcompiler", f"-specs={tree}/specs"], f"-Xcompiler=-specs={tree}/specs"),
    (["-Xptxas", f"-o,{ran}"], f"-Xptxas -o,{ran}"),
    (["-Xptxas", "-v$(touch ran)"], "-Xptxas -v$(touch ran)"),
    (["-Xcudafe", f"--gen_c_file_name={ran}"], f"-Xcudafe --gen_c_file_name={ran}"),
    (["-target-dir", "../../.."], "-target-dir ../../.."),
    (["--maxrregcount=$(touch ran)"], "--maxrregcount=$(touch ran)"),
    (["-std=c++17$(touch ran)"], "-std=c++17$(touch ran)"),
)
NOT_PASSED = "not passed to nvcc, since the tree says it and not you: "


def expect_of_tree(said, words):
    """Nothing runs, whether a configuration file or a database has the words."""
    configure("extra-arg: " + json.dumps(words) + "\n")
    expect(False, said, "k.cu")
    os.remove(".pipeline-rewrite")
    expect_of_database(said, ["nvcc", *words])


def expect_of_database(said, command):
    with open("compile_commands.json", "w", encoding="utf-8") as out:
        json.dump([{"directory": tree, "file": "k.cu", "arguments": [*command, "-c", "k.cu"]}], out)
    expect(False, said, "-p", ".", "k.cu")
    os.remove("compile_commands.json")


# One after the other in one command: a word that runs something does so beside the others.
expect_of_tree(
    NOT_PASSED + " ".join(said for _, said in DROPPED) + " (", [word for words, _ in DROPPED for word in words]
)
for word, evaluated in (
    ("-DX=$(touch ran)", "X=$(touch ran)"),
    ("-DX=`touch ran`", "X=`touch ran`"),
    ("-I$(touch ran)", "$(touch ran)"),
    ("-Xcompiler=-DX=$(touch${IFS}ran)", "X=$(touch${IFS}ran)"),
):
    expect_of_tree("its shell would evaluate " + evaluated, [word])
expect_of_database(NOT_RUN, ["nvcc", f"--cuda-path={tree}/third", "-arch=native"])
expect_of_database("", [f"{tree}/third/bin/nvcc", f"-ccbin={EVIL}"])

# What decides device code is passed.
configure("extra-arg: ['-DX=\"1\"', '-Xptxas=-dlcm=ca', '-Xcompiler=-fPIC,-Wall']\n")
if NOT_PASSED in look("k.cu")[1] or "would evaluate" in look("k.cu")[1]:
    sys.exit("words that run nothing are left out")
os.remove(".pipeline-rewrite")

# Names of files and of folders, and folders of PATH.
shutil.copy("k.cu", "a$(touch ran).cu")
expect(False, "", "a$(touch ran).cu")
os.mkdir("d$(touch ran)")
shutil.copy("k.cu", "d$(touch ran)/k.cu")
expect(False, "its shell would evaluate", "d$(touch ran)/k.cu")
expect(False, "", "k.cu", path=".:")
expect(False, "", "k.cu", path=":")
expect(False, "", "k.cu", path=tree + ":")

# A pipe is an error that does not wait; deep brackets are one that ends nothing.
os.mkfifo("pipe.cu")
expect(False, "is not a regular file", "pipe.cu")
for text in ("(" * 3000 + "a[1]" + ")" * 3000, "- " * 3000 + "a[1]"):
    with open("deep.cu", "w", encoding="utf-8") as out:
        out.write("__global__ void k(int *a) { a[0] = " + text + "; }\n")
    look("deep.cu")
