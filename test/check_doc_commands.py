#!/usr/bin/env python3
"""Runs the commands that README.md and docs/ show.

usage: check_doc_commands.py PIPELINE_REWRITE [--root FOLDER]

Every line of a code block that calls pipeline-rewrite runs in a scratch folder
with the files that the pages speak of: kernel.cu, src/gemm.cu,
include/tiles.cuh, and build/ with its compile_commands.json. No toolkit is needed. Of a command that verifies by
compiling or running, or tunes, only the options are checked; behind a pipe, what this
machine has not got is left out. A command may find loops or
refuse them (exit codes 0, 1 and 3); anything else is printed, and exits with 1.

README.md has no command that is not looked at. Its build is configured, its targets are asked
for without being built, and its showcase is compared with the patch that its own command gives:
in the form that is printed there, and in the one that is chosen without nvcc.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

CALL = re.compile(r"^\s*(?:- run: |\$ )?((?:build/bin/)?pipeline-rewrite (?!\[options\]).*)$")


def commands(page):
    """Line number and text of each call; lines joined by a backslash are one."""
    text = re.sub(r"\\\n\s*", lambda m: " " + "\x00" * m.group().count("\n"), page.read_text())
    following, fenced = 1, False
    for line in text.split("\n"):
        number = following
        following += 1 + line.count("\x00")
        if line.lstrip().startswith("```"):
            fenced = not fenced
        found = CALL.match(line.replace("\x00", ""))
        if fenced and found:
            yield number, re.sub(r"\s{2,}#.*", "", found.group(1)).replace("build/bin/", "")


def blocks(page, language):
    """Number and text of each line of the code blocks in this language; "" is none."""
    within = None
    for number, line in enumerate(page.read_text().split("\n"), 1):
        if line.startswith("```"):
            within = line[3:] if within is None else None
        elif within == language:
            yield number, line


def build_fault(command, root):
    """What is wrong with a command that builds this project; None if it is not one."""
    script, *words = command.split()
    if script == "./quickstart.sh":
        usage = subprocess.run([root / script, "--help"], capture_output=True, text=True, check=True).stdout
        return "".join(f"no such action: {word}" for word in words if not re.search(rf"^  {word} ", usage, re.M))
    if script != "cmake":
        return None
    with tempfile.TemporaryDirectory() as build:
        for each in command.split(" && "):
            preset = re.search(r"--preset (\S+)", each).group(1)
            presets = json.loads((root / "CMakePresets.json").read_text())
            if "--build" in each:
                chosen = next((p for p in presets["buildPresets"] if p["name"] == preset), {})
                each = ["cmake", "--build", build, "--target", chosen.get("targets", "all"), "--", "-n"]
            else:
                each = ["cmake", "--preset", preset, "-B", build]
            done = subprocess.run(each, cwd=root, capture_output=True, text=True)
            if "The static program needs archives" in done.stderr:
                return ""  # it says so, and which packages have them
            if done.returncode:
                return (done.stderr or done.stdout)[-500:]
    return ""


def showcase_fault(page, program, root):
    """What of the page's patch is not in the one that the command gives, in its order."""
    shown = [line for _, line in blocks(page, "diff")]
    squeeze = lambda text: re.sub(r"\s+", "", text)
    for form, sides in ((["--variant=cpasync", "--stages=2", "--epilogue=peel"], ("-", "+")), ([], "-")):
        done = subprocess.run([program, root / "docs/showcase.cu", "--cuda-path=builtin", "-o", "-", *form],
                              capture_output=True, text=True)
        texts = {"-": squeeze((root / "docs/showcase.cu").read_text()), "+": squeeze(done.stdout)}
        if done.returncode or texts["+"] == texts["-"]:
            return f"not rewritten: {done.stderr[-500:]}"
        for side in sides:
            at = 0
            for line in shown:
                text = squeeze(line[1:])
                if line[:1] in (side, " ") and text != "…":
                    at = texts[side].find(text, at) + len(text)
                    if at < len(text):
                        return f"not in the patch: {line}"
    return ""


def readme_faults(program, root):
    """Number, line and what is wrong of each command that only README.md has checked."""
    page = root / "README.md"
    for number, line in blocks(page, ""):
        command = re.sub(r"\s+#.*", "", line)
        if command and not CALL.match(line) and "[options]" not in command:
            fault = build_fault(command, root)
            yield number, command, "nobody looks at this command" if fault is None else fault
    yield 1, "the showcase", showcase_fault(page, program, root)


def prepare(folder, root):
    kernel = (root / "test/Tool/Inputs/gemm.cu").read_text()
    for name in ("kernel.cu", "old.cu", "new.cu", "OLD.cu", "NEW.cu", "src/gemm.cu", "include/tiles.cuh"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(kernel)
    for name in ("build", "home/.zfunc", "home/.config/fish/completions"):
        (folder / name).mkdir(parents=True)
    (folder / "build/compile_commands.json").write_text(json.dumps(
        [{"directory": str(folder), "file": "src/gemm.cu", "command": "nvcc -c src/gemm.cu"}]))
    (folder / ".pipeline-rewrite").write_text("cuda-path: builtin\n")
    (folder / "docs").mkdir()
    shutil.copy(root / "docs/showcase.cu", folder / "docs")


def commit_twice(folder):
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "kernel.cu"], ["commit", "-qm", "1"], ["commit", "-qm", "2", "--allow-empty"]):
        subprocess.run([*git, *words], check=True)


def look_up_options(command):
    """A command that looks the options of command up in the help texts."""
    own = re.sub("'[^']*'", "", command).partition(" -- ")[0]  # behind it are the compiler's
    names = re.findall(r"\s(--?[a-z][a-z-]*)", own)
    return ("{ pipeline-rewrite tune --help; pipeline-rewrite --help; } > help; "
            + " ".join(f"grep -qe '^  *{name}\\b' help || {{ echo {name} >&2; exit 9; }};" for name in names))


def run(command, program, root):
    if command.startswith("pipeline-rewrite tune"):
        command = look_up_options(command)  # it would build and run for long
    elif "--verify" in command:
        command += " --explain=list"
    first, *others = command.split(" | ")
    command = " | ".join([first, *(part for part in others if shutil.which(part.split()[0]))])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder, root)
        if "--git" in command:
            commit_twice(folder)
        environment = {**os.environ, "HOME": str(folder / "home"), "MANPAGER": "cat",
                       "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
        return subprocess.run(["bash", "-c", "set -o pipefail; " + command], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    args = parser.parse_args()
    program = args.program.resolve()

    count, wrong = 0, 0
    for page in [args.root / "README.md", *sorted((args.root / "docs").rglob("*.md"))]:
        for number, command in commands(page):
            count += 1
            result = run(command, program, args.root)
            if result.returncode not in (0, 1, 3):
                wrong += 1
                print(f"{page.relative_to(args.root)}:{number}: {command}\n  exit code {result.returncode}: "
                      f"{result.stderr.strip()[-500:]}")
    for number, command, fault in readme_faults(program, args.root):
        count += 1
        if fault:
            wrong += 1
            print(f"README.md:{number}: {command}\n  {fault}")
    print(f"{count} commands, {wrong} wrong")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
