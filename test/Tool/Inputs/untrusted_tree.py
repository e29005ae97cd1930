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
NOT_PASSED = "not passed to nvcc, since the tree says it and not you: "
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
for runs_or_reads, said in (
    ([f"-ccbin={tree}/evil"], NOT_PASSED + f"-ccbin={tree}/evil "),
    (["--compiler-bindir", f"{tree}/evil"], NOT_PASSED + "-compiler-bindir="),
    (["-ccbin", "evil"], NOT_PASSED + "-ccbin=evil "),
    ([f"--cuda-path={tree}/third", "-arch=native"], NOT_RUN),
    (["-Xcompiler", f"-B{tree}/"], NOT_PASSED + f"-Xcompiler=-B{tree}/ "),
    (["-Xcompiler=-wrapper," + f"{tree}/evil"], NOT_PASSED),
    (["-Xcompiler", f"-fplugin={tree}/e.so"], NOT_PASSED),
    (["-Xcompiler", f"-Wp,-fplugin={tree}/e.so"], NOT_PASSED),
    (["-Xcompiler", f"-specs={tree}/specs"], NOT_PASSED),
    (["-Xptxas", f"-o,{tree}/ran"], NOT_PASSED),
    (["-Xcudafe", f"--gen_c_file_name={tree}/ran"], NOT_PASSED),
    (["-target-dir", "../../.."], NOT_PASSED),
    (["-DX=$(touch ran)"], "its shell would evaluate X=$(touch ran)"),
    (["-DX=`touch ran`"], "its shell would evaluate X=`touch ran`"),
    (["-I$(touch ran)"], "its shell would evaluate $(touch ran)"),
    (["-Xcompiler=-DX=$(touch${IFS}ran)"], "its shell would evaluate"),
    (["-std=c++17$(touch ran)"], ""),
    (["-Xptxas", "-v$(touch ran)"], NOT_PASSED),
    (["--maxrregcount=$(touch ran)"], NOT_PASSED),
):
    configure("extra-arg: " + json.dumps(runs_or_reads) + "\n")
    if not runs_or_reads[0].startswith("--cuda-path"):
        expect(False, said, "k.cu")
    os.remove(".pipeline-rewrite")
    command = [f"{tree}/third/bin/nvcc", *runs_or_reads, "-c", "k.cu"]
    with open("compile_commands.json", "w", encoding="utf-8") as out:
        json.dump([{"directory": tree, "file": "k.cu", "arguments": command}], out)
    if runs_or_reads[0] == "-ccbin":
        expect(False, "", "-p", ".", "k.cu")
    command[0] = "nvcc"
    with open("compile_commands.json", "w", encoding="utf-8") as out:
        json.dump([{"directory": tree, "file": "k.cu", "arguments": command}], out)
    expect(False, said, "-p", ".", "k.cu")
os.remove("compile_commands.json")

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
