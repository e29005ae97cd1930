"""pre_commit.py PRE_COMMIT PROGRAM FOLDER INPUTS: a project that uses the hooks in FOLDER/hooks.

Prints what each step printed, between "== step" and "== exit N".
"""
import os
import shutil
import subprocess
import sys

pre_commit, program, folder, inputs = sys.argv[1:]
hooks, project = os.path.join(folder, "hooks"), os.path.join(folder, "project")
PLAIN_PATH = os.pathsep.join(["/usr/local/bin", "/usr/bin", "/bin"])
ENVIRONMENT = {
    "HOME": os.path.join(folder, "home"),
    "PRE_COMMIT_HOME": os.path.join(folder, "home", "pre-commit"),
    "PATH": PLAIN_PATH,
    "GIT_CONFIG_NOSYSTEM": "1",
    "LC_ALL": "C.UTF-8",
    **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
       for what, value in (("NAME", "a"), ("EMAIL", "a@example.org"))},
}


def run(*words, where=project, **more):
    return subprocess.run(words, cwd=where, env={**ENVIRONMENT, **more}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def must(*words, **more):
    done = run(*words, **more)
    if done.returncode:
        sys.exit(f"{words}: {done.stdout}")


def step(name, *words, **more):
    done = run(*words, **more)
    print(f"== {name}\n{done.stdout}== exit {done.returncode}", flush=True)


def use(hook):
    with open(os.path.join(project, ".pre-commit-config.yaml"), "w", encoding="utf-8") as out:
        out.write(f"repos:\n- repo: {hooks}\n  rev: v1.0\n  hooks:\n  - id: {hook}\n"
                  "    args: [--cuda-path=builtin, --choose=rules]\n")
    must("git", "add", ".pre-commit-config.yaml")


def commit(hook, name):
    use(hook)
    step(f"commit with {hook}{name}", "git", "commit", "-m", "work", PIPELINE_REWRITE=program)


for where in (hooks, project):
    must("git", "init", "-q", where=where)
must("git", "add", "-A", where=hooks)
must("git", "commit", "-q", "-m", "hooks", where=hooks)
must("git", "tag", "v1.0", where=hooks)

loop = os.path.join(inputs, "gemm.cu")
for name in ("staged.cu", "header.cuh", "unstaged.cu"):
    shutil.copy(loop, os.path.join(project, name))
shutil.copy(loop, os.path.join(project, "text.txt"))
use("pipeline-rewrite-check")
must(pre_commit, "install")
must("git", "add", "staged.cu", "header.cuh", "text.txt")

commit("pipeline-rewrite-check", "")
commit("pipeline-rewrite-fix", "")
must("git", "add", "staged.cu", "header.cuh")
commit("pipeline-rewrite-fix", ", again")
with open(loop, "rb") as old, open(os.path.join(project, "unstaged.cu"), "rb") as new:
    print("unstaged.cu is as it was" if old.read() == new.read() else "unstaged.cu was changed")
with open(os.path.join(project, "staged.cu"), "a", encoding="utf-8") as out:
    out.write("// more\n")
must("git", "add", "staged.cu")
commit("pipeline-rewrite-check", ", of what is pipelined")

must("git", "add", "unstaged.cu")
path = os.pathsep.join([os.path.dirname(program), PLAIN_PATH])
for hook in ("pipeline-rewrite-check-system", "pipeline-rewrite-fix-system"):
    use(hook)
    step(f"all files with {hook}", pre_commit, "run", "--all-files", PATH=path)
use("pipeline-rewrite-check")
step("all files with pipeline-rewrite-check, without the program", pre_commit, "run",
     "--all-files", PIPELINE_REWRITE=os.path.join(folder, "none"))
