"""front_doors.py CLI SERVER TIDY FLAGS SOURCES COUNT: all front doors say the same of a loop.

Each is asked what would be written of the first COUNT loops of SOURCES, once
as rules choose and once as a run without nvcc does; with a toolkit (TOOLKIT in the
environment) once as compiled code chooses, too: whoever compiles nothing then
says the same, or that nobody has compared the forms.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys

cli, server, tidy, flags, folder, count = sys.argv[1:]
FOUND = re.compile(r"(\d+):(?:\d+: warning:)? loop in '(.*)' can be software-pipelined: (.*)")
UNCOMPARED = re.compile(r"(\d+) loops? (?:is|are) left alone since (?:its|their) forms were not compiled and compared")
# The flags that clang-tidy is given here lack headers that it wants.
READ_OTHERWISE = {"conditional-compilation"}
diagnostics = pathlib.Path(__file__).parents[2] / "lsp/diagnostics.py"


def said(command):
    done = subprocess.run(command, capture_output=True, text=True)
    text = done.stdout + done.stderr
    assert done.returncode in (0, 1), (command, text)
    forms = {(int(line), kernel): form.split(" [")[0] for line, kernel, form in
             (found.groups() for found in map(FOUND.search, text.splitlines()) if found)}
    unknown = UNCOMPARED.search(text)
    return forms, int(unknown[1]) if unknown else 0


def doors(name, rules):
    common = [cli, "--check", "--no-config", "--allow-unrun", "--arch=sm_86", name]
    choose = "rules" if rules else "compiled"
    config = f"--config={{CheckOptions: {{pipeline-rewrite-k-loop.Choose: {choose}, " \
             "pipeline-rewrite-k-loop.AllowUnrun: true}}"
    yield "command line", common + ["--cuda-path=builtin", f"--choose={choose}"]
    yield "clang-tidy", [*shlex.split(tidy), "--quiet", config, name, "--", *shlex.split(flags)]
    yield "editor", [sys.executable, str(diagnostics), server, name, f"choose={choose}", "arch=sm_86",
                     "allow-unrun=true"]
    if not rules and os.environ.get("TOOLKIT"):
        yield "compiled", [*common, f"--cuda-path={os.environ['TOOLKIT']}"]


loops, differ = 0, []
for path in sorted(pathlib.Path(folder).glob("*.cu")):
    if loops >= int(count):
        break
    if path.stem.endswith("-refused") or path.stem in READ_OTHERWISE:
        continue
    by_rules = [(door, said(command)[0]) for door, command in doors(str(path), True)]
    if not by_rules[0][1]:
        continue
    loops += len(by_rules[0][1])
    differ += [f"{path.name}: {door} {forms} and {by_rules[0][1]}" for door, forms in by_rules[1:]
               if forms != by_rules[0][1]]
    judged = [(door, *said(command)) for door, command in doors(str(path), False)]
    bare = [each for each in judged if each[0] != "compiled"]
    differ += [f"{path.name}: without nvcc {each} and {bare[0]}" for each in bare[1:] if each[1:] != bare[0][1:]]
    for _, forms, _ in judged[len(bare):]:
        others = sum(bare[0][1].get(loop) != form for loop, form in forms.items())
        if others > bare[0][2]:
            differ.append(f"{path.name}: nvcc {forms}, without {bare[0]}")
print(f"{loops if loops < int(count) else count} loops, {len(differ)} differ", *differ, sep="\n")
