#!/usr/bin/env python3
"""Writes a CUDA program of random tiled kernels with K-loops.

The same seed gives the same program. Each kernel is free of races, reads and
writes within its arrays, and is run for trip counts 0 to 9 and, where its loads
are guarded, for ragged sizes; one CASE line per run hashes all its memory.

    generate.py --seed 7 --count 30 -o k.cu
    generate.py --seed 7 --only 12 --plain element,c.style -o one.cu

Decisions have names (choices.py); those after --plain take their plainest option.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "samples"))  # what tests share

from choices import Choices  # noqa: E402
from kernel import Kernel  # noqa: E402
from layout import lay_out  # noqa: E402
from symbolic import SymbolicKernel  # noqa: E402

RUNTIME = Path(__file__).resolve().parent / "runtime.h"


def make_kernel(seed, index, plain=()):
    choices = Choices(f"{seed}.{index}", plain)
    kind = SymbolicKernel if choices.chance("symbolic", 0.2) else Kernel
    return kind(choices, f"k{index}")


def program(seed, indices, plain=()):
    """The text of a program, as bytes, and the decisions of each kernel."""
    lines, decisions = [], {}
    kernels = [make_kernel(seed, index, plain) for index in indices]
    host = []
    for kernel in kernels:
        lines += ["", *lay_out(kernel.render(), kernel.c)]
        host += ["", *lay_out(kernel.host())]
        decisions[kernel.name] = kernel.c
    main = ["", "int main(int count, char **words) {",
            "unsigned long long seed = count > 2 ? strtoull(words[2], nullptr, 10) : 1;",
            *[f"run_{kernel.name}(seed);" for kernel in kernels], "return 0;", "}"]
    text = "\n".join([RUNTIME.read_text().rstrip(), *lines, *host, *lay_out(main), ""])
    if Choices(f"{seed}.file", plain).chance("crlf", 0.1):
        text = text.replace("\n", "\r\n")
    return text.encode(), decisions


def names(text):
    return [name for name in text.split(",") if name]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30, help="kernels")
    parser.add_argument("--only", type=int, help="this kernel alone")
    parser.add_argument("--plain", type=names, default=[], help="decisions to make plain")
    parser.add_argument("--decisions", action="store_true", help="print decisions to stderr")
    parser.add_argument("-o", dest="output", type=Path, help="default: standard output")
    arguments = parser.parse_args()
    indices = range(arguments.count) if arguments.only is None else [arguments.only]
    text, decisions = program(arguments.seed, indices, arguments.plain)
    if arguments.decisions:
        for name, choices in decisions.items():
            print(name, ",".join(choices.fancy()), file=sys.stderr)
    if arguments.output:
        arguments.output.write_bytes(text)
    else:
        sys.stdout.buffer.write(text)


if __name__ == "__main__":
    main()
