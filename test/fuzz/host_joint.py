"""Originals and outputs of random host programs as namespaces of one unit, which nvcc compiles.

nvcc takes three seconds for a program, nearly all for headers. A unit's main() runs each
program in a process of its own. Second sources of programs have a unit of their own.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from host import HERE

SYSTEM = re.compile(r"^[ \t]*#[ \t]*include[ \t]*(<[^>]+>).*$", re.M)
DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
HAZARD = re.compile(r"^pipeline-exec: ([A-Z][A-Z0-9-]+)(?: at | in )", re.M)


@dataclass
class Problem:
    kind: str
    index: int
    detail: str


@dataclass
class Rewritten:
    """A program, its folders, and what the tool was asked for."""

    program: object
    old: Path
    new: Path
    options: list = field(default_factory=list)
    loops: list = field(default_factory=list)
    changed: bool = False


class Failed(Exception):
    def __init__(self, kind, detail):
        super().__init__(detail)
        self.kind, self.detail = kind, detail


MAIN = r"""
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
__global__ void joint_warm() {}
int main(int argc, char **argv) {
  struct { const char *name; int (*run)(); } all[] = {%s};
  cudaFuncAttributes loaded;
  cudaFuncGetAttributes(&loaded, joint_warm);%s
  for (auto &each : all) {
    std::fflush(nullptr);
    const std::string path = std::string(argv[1]) + "/" + each.name;
    pid_t child = fork();
    if (child == 0) {
      std::freopen((path + ".out").c_str(), "w", stdout);
      std::freopen((path + ".err").c_str(), "w", stderr);
      alarm(std::atoi(argv[2]));
      std::exit(each.run());
    }
    int status = 0;
    waitpid(child, &status, 0);
    std::printf("%%s %%d\n", each.name, status);
  }
  std::fflush(nullptr);
  _exit(0);
}
"""


def nested(folder, path, seen, includes):
    """A file with those of its program that it includes written out, once each; system headers are collected."""
    path = path.resolve()
    if path in seen or path.name == "report.h":
        return ""
    seen.add(path)
    text = path.read_text()

    def replace(match):
        name = match[1]
        return nested(folder, path.parent / name, seen, includes)

    text = re.sub(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)".*$', replace, text, flags=re.M)
    includes.update(SYSTEM.findall(text))
    return SYSTEM.sub("", text).replace("#pragma once", "")


def member(each, which, source):
    """A source of a program as a namespace, and the headers that it includes."""
    includes, folder = set(), each.old if which == "old" else each.new
    text = nested(folder, folder / source, set(), includes)
    if which == "new":  # functions of C have one name in all namespaces
        text = re.sub(rf"\bkernel{each.program.index}(?=_|##)", f"kernel{each.program.index}n", text)
    macros = dict.fromkeys(DEFINED.findall(text))
    return [f"namespace {which}{each.program.index} {{", text, "}", *(f"#undef {name}" for name in macros)], includes


def joint_units(members):
    """One unit of the main files, and one of the others if there are any."""
    units, names = [], [f"{which}{each.program.index}" for each in members for which in ("old", "new")]
    for number in (0, 1):
        lines, includes = [], {"<string>"}
        for each in members:
            for which in ("old", "new"):
                if number < len(each.program.sources):
                    text, needed = member(each, which, each.program.sources[number])
                    lines += text
                    includes |= needed
        if lines:
            # What a text includes under a condition comes after what all include.
            units.append((['#include "report.h"', *(f"#include {name}" for name in sorted(includes)), *lines]))
    warm = "" if len(units) == 1 else "\n  extern void joint_load();\n  joint_load();"
    table = ", ".join(f'{{"{name}", {name}::main}}' for name in names)
    units[0].append(MAIN % (table, warm))
    if len(units) > 1:
        units[1].append("__global__ void joint_warm2() {}\nvoid joint_load() {\n  cudaFuncAttributes loaded;\n  cudaFuncGetAttributes(&loaded, joint_warm2);\n}")
    return ["\n".join(lines) + "\n" for lines in units]


def compile_joint(arguments, members, folder, arch):
    """The program, or a Failed with nvcc's words."""
    (folder / "report.h").write_text((HERE / "host/report.h").read_text())
    objects = []
    for number, text in enumerate(joint_units(members)):
        source = folder / f"joint{number}.cu"
        source.write_text(text)
        command = [arguments.nvcc, "-std=c++17", "-gencode", f"arch=compute_{arch[3:]},code=compute_{arch[3:]}", "-no-compress", "-cudart", "none",
                   "-fmad=false", "-w", "-c", source.name, "-o", f"joint{number}.o"]
        run = subprocess.run(["timeout", "-s", "KILL", str(arguments.timeout), *command], cwd=folder, capture_output=True, text=True,
                             env={**os.environ, "TMPDIR": str(folder)})
        if run.returncode:
            raise Failed("output", (run.stderr or run.stdout or f"nvcc {run.returncode}")[:3000])
        objects.append(f"joint{number}.o")
    run = subprocess.run(["g++", *objects, arguments.executor, "-o", "joint", "-lpthread", "-ldl"], cwd=folder, capture_output=True, text=True)
    if run.returncode:
        raise Failed("output", run.stderr[:3000])
    return folder / "joint"


def compiled(arguments, members, folder, arch, problems):
    """Programs with their members; what does not compile together, in halves."""
    if not members:
        return
    own = Path(tempfile.mkdtemp(dir=folder))
    try:
        yield compile_joint(arguments, members, own, arch), members
    except Failed as failed:
        if len(members) > 1:
            half = len(members) // 2
            yield from compiled(arguments, members[:half], folder, arch, problems)
            yield from compiled(arguments, members[half:], folder, arch, problems)
            return
        # The original alone tells whose fault it is.
        each = members[0]
        alone = Rewritten(each.program, each.old, each.old)
        try:
            compile_joint(arguments, [alone], own, arch)
            problems.append(Problem("output", each.program.index, failed.detail))
        except Failed as original:
            problems.append(Problem("generator", each.program.index, original.detail))


def outcomes(arguments, program, seed):
    """name -> (status, stdout, kinds of hazards)."""
    folder = program.parent / "out"
    folder.mkdir()
    environment = {**os.environ, "PIPELINE_EXEC_SEED": str(seed)}
    run = subprocess.run(["timeout", "-s", "KILL", "600", program, folder, "40"], capture_output=True, text=True, env=environment)
    found = {}
    for line in run.stdout.splitlines():
        name, _, status = line.partition(" ")
        if not (folder / f"{name}.err").exists():  # written before main()
            continue
        error = (folder / f"{name}.err").read_text(errors="replace")
        found[name] = int(status), (folder / f"{name}.out").read_text(errors="replace"), set(HAZARD.findall(error)), error
    return found
