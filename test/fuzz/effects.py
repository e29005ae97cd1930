#!/usr/bin/env python3
"""Compares what the analysis says that units read and write with what the executor sees.

pipeline-fuzz-effects prints what is announced for each unit of each K-loop. The
same text is compiled without optimisation and run with a trace. An access of a
line that no unit of that line has announced is a failure, even if every output
is right: the next rule that relies on the announcement is wrong.

What is compared is memory that other threads may see: arrays, variables, shared
memory. A function that a unit calls has lines of its own; its accesses count
for the unit that the thread was in last, or one of the next two, since the call
of a function without arguments leaves no trace; those of a lambda, whose lines
are not those of its call, and of a toolkit's header, which has none, for any
unit of the loop.

    effects.py --count 300 --seed 1 --effects build/bin/pipeline-fuzz-effects \\
               --runner build/bin/pipeline-fuzz-run

Exit: 0 all was announced, 1 not, 77 skipped (no CUDA headers or program).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from device_code import device_compiler
from generate import make_kernel, program
from profiles import PROFILES, draw_profile, profile

HERE = Path(__file__).resolve().parent
KINDS = {"read": ("read", "both"), "copy-from": ("read", "both"), "write": ("write", "both"),
         "copy-to": ("write", "both"), "atomic": ("both",)}


@dataclass
class Unit:
    first: int
    last: int
    anything: bool = False
    accesses: list = field(default_factory=list)  # (kind, space, name)


@dataclass
class Loop:
    kernel: str
    first: int
    last: int
    units: list = field(default_factory=list)


def read_loops(text):
    loops = []
    for line in text.splitlines():
        word, *rest = line.split()
        if word == "LOOP":
            loops.append(Loop(rest[0], int(rest[1]), int(rest[2])))
        elif word == "UNIT":
            loops[-1].units.append(Unit(int(rest[0]), int(rest[1])))
        elif word == "ANY":
            loops[-1].units[-1].anything = True
        else:
            loops[-1].units[-1].accesses.append(tuple(rest))
    return loops


def lines_of_lambdas(lines):
    """Numbers of the lines that lie in a lambda, whose brace may stand on a line of its own."""
    found, depth, begins = set(), 0, False
    for number, line in enumerate(lines, 1):
        code = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'|/\*.*?\*/|//.*', "", line)
        begins = not depth and (re.search(r"= \[[^\]]*\]", code) is not None or (begins and "{" in code))
        if depth or begins:
            found.add(number)
            depth += code.count("{") - code.count("}")
    return found


def bodies(text):
    """For each kernel its first and last line."""
    found, name = {}, None
    for number, line in enumerate(text.splitlines(), 1):
        head = re.search(r"__global__ void .*\b(k\d+)\(", line)
        if head:
            name = head[1]
            found[name] = [number, number]
        elif name and line.startswith("}"):
            found[name][1], name = number, None
    return found


def names_of_arrays(parameters):
    """The parameter that each array of a launch belongs to."""
    names = []

    def visit(name, given):
        if given[0] in ("in", "out", "indices", "pointers", "late"):
            names.append(name)
        for member in given[2] if given[0] == "struct" else ():
            visit(name, member)
    for declaration, given in parameters:
        visit(re.search(r"(\w+)$", declaration)[1], given)
    return names


def unmangled(name):
    """The last part of a mangled name, "As" of "_ZZ2k3PfE2As"."""
    whole, found = re.sub(r"_\d+$", "", name), name
    for digits in re.finditer(r"(?=(\d+))", whole):
        rest = whole[digits.start() + len(digits[1]):]
        if rest and len(rest) == int(digits[1]):
            found = rest
    return found


def announced(unit, kind, space, names):
    if unit.anything:
        return True
    for how, where, name in unit.accesses:
        if how not in KINDS[kind] or where not in (space, "unknown", "constant"):
            continue
        # Through a pointer that is kept somewhere, or any object.
        if name == "?" or name.startswith("*") or name in names:
            return True
    return False


class Comparison:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, Path(folder)
        self.flags = self.folder / "flags"
        self.flags.write_text("\n".join([*arguments.flags, "-gline-tables-only"]) + "\n")
        for header in ("fuzz_block.h", "fuzz_atomic.h"):
            shutil.copy(HERE / header, self.folder)

    def output(self, command):
        run = subprocess.run(list(map(str, command)), capture_output=True, text=True, errors="replace", timeout=600)
        if run.returncode:
            raise RuntimeError(f"{Path(str(command[0])).name}: exit {run.returncode}: {run.stderr[-400:]}")
        return run.stdout

    def file(self, seed, count):
        """(accesses seen, unannounced ones as text) of one file."""
        made = program(seed, range(count), (), self.arguments.wanted)
        text = made.text.decode().replace("\r\n", "\n")
        source = self.folder / "e.cu"
        source.write_text(text)
        loops = read_loops(self.output([self.arguments.effects, source]))
        (self.folder / "bodies").write_text("".join(f"{k} {a} {b}\n" for k, (a, b) in bodies(text).items()))
        cases = [case for n, case in enumerate(made.cases) if n % 4 == 3]  # some tiles
        (self.folder / "cases").write_text("\n".join(cases) + "\n")
        trace = self.output([self.arguments.runner, self.folder / "cases", "--seeds=1",
                             f"--trace={self.folder / 'bodies'}", f"--compile={self.flags}", source])
        arrays = {}
        for index in range(count):
            kernel = make_kernel(seed, index, (), self.arguments.wanted)
            kernel.render()
            arrays[kernel.name] = names_of_arrays(kernel.launches()[0][6])
        return self.judge(text.splitlines(), loops, trace, arrays)

    def judge(self, lines, loops, trace, arrays):
        seen, missing, lambdas = set(), {}, lines_of_lambdas(lines)
        for record in trace.splitlines():
            if not record.startswith("ACCESS "):
                continue
            _, label, within, own, kind, space, thing = record.split()
            kernel, within, own = label.split(".")[0], int(within), int(own)
            if "str" in thing and thing.startswith(("_$", ".str")) or thing.startswith("__const_$"):
                continue  # text for printf; what the compiler fills a local aggregate from
            names = {thing}
            if thing.startswith("array"):
                names = {arrays[kernel][int(thing[5:])]}
            if space == "shared":
                if thing == "dynamic":
                    continue  # which of the pointers into it, the trace does not know
                names = {unmangled(thing)}
            for loop in loops:
                if loop.kernel != kernel or not loop.first < within < loop.last:
                    continue
                seen.add((kernel, within, own, kind, thing))
                anywhere = within in lambdas or not own
                units = loop.units if anywhere else self.units_at(loop, within, own != within)
                if units and not any(announced(unit, kind, space, names) for unit in units):
                    missing.setdefault((kernel, within, own, kind, thing),
                                       f"{kernel} line {within} ({own}): {kind} of {'/'.join(sorted(names))} in {space}: "
                                       f"{lines[within - 1].strip()}")
        return seen, missing

    @staticmethod
    def units_at(loop, within, called):
        """Units that an access of a line may belong to."""
        units = [unit for unit in loop.units if unit.first <= within <= unit.last]
        if called:
            later = sorted({unit.first for unit in loop.units if unit.first > within})[:2]
            units += [unit for unit in loop.units if unit.first in later]
        return units


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--count", type=int, default=300)
    add("--seed", type=int, default=1)
    add("--per-file", type=int, default=30)
    add("--profile", choices=["general", "mix", *sorted(PROFILES)], default="general")
    add("--effects", type=Path, required=True)
    add("--runner", type=Path, required=True)
    add("--cuda-path", default="/usr/local/cuda")
    arguments = parser.parse_args()
    headers = Path(arguments.cuda_path) / "include/cuda_runtime.h"
    if not headers.exists() or not arguments.effects.exists() or not arguments.runner.exists():
        print("skipped: no CUDA headers, or the programs are not built")
        return 77
    arguments.nvcc = None
    with tempfile.TemporaryDirectory(prefix="effects.") as folder:
        arguments.flags = device_compiler(arguments, folder).flags
        return compare_all(arguments)


def compare_all(arguments):
    total, failures, mix = 0, 0, random.Random(f"{arguments.seed}/profiles")
    for number in range((arguments.count + arguments.per_file - 1) // arguments.per_file):
        arguments.wanted = profile(draw_profile(arguments.profile, mix))
        with tempfile.TemporaryDirectory(prefix="effects.") as folder:
            seed = arguments.seed * 100000 + number
            seen, missing = Comparison(arguments, folder).file(seed, arguments.per_file)
        total, failures = total + len(seen), failures + len(missing)
        for line in missing.values():
            print(f"FAIL seed {seed} {line}")
        print(f"{(number + 1) * arguments.per_file} kernels, {total} accesses, {failures} not announced", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
