#!/usr/bin/env python3
"""Writes a CUDA program of random tiled kernels with K-loops.

The same seed gives the same program. Each kernel is free of races, reads and
writes within its arrays, and is to be run for trip counts 0 to 9 and, where its
loads are guarded, for ragged sizes: --cases writes these launches.

    generate.py --seed 7 --count 30 -o k.cu --cases k.cases
    generate.py --seed 7 --only 12 --plain element,c.style -o one.cu

Decisions have names (choices.py); those after --plain take their plainest option.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "samples"))  # what tests share

import launches  # noqa: E402
from choices import Choices  # noqa: E402
from kernel import Kernel  # noqa: E402
from launches import launch_function  # noqa: E402
from layout import lay_out  # noqa: E402
from profiles import profile  # noqa: E402
from symbolic import SymbolicKernel  # noqa: E402

HERE = Path(__file__).resolve().parent


def make_kernel(seed, index, plain=(), wanted=None):
    choices = Choices(f"{seed}.{index}", plain, wanted)
    kind = SymbolicKernel if choices.chance("symbolic", 0.2) else Kernel
    return kind(choices, f"k{index}")


@dataclass
class Program:
    text: bytes
    decisions: dict  # kernel -> its choices
    cases: list  # for pipeline-fuzz-run


def program(seed, indices, plain=(), wanted=None):
    """Kernels and functions that launch them."""
    lines, decisions, cases = [], {}, []
    kernels = [make_kernel(seed, index, plain, wanted) for index in indices]
    for kernel in kernels:
        lines += ["", *lay_out(kernel.render(), kernel.c), "", *lay_out(launch_function(kernel))]
        decisions[kernel.name] = kernel.c
        cases += launches.cases(kernel, 1)
    text = "\n".join([(HERE / "device.h").read_text().rstrip(), *lines, ""])
    if Choices(f"{seed}.file", plain).chance("crlf", 0.1):
        text = text.replace("\n", "\r\n")
    return Program(text.encode(), decisions, cases)


def names(text):
    return [name for name in text.split(",") if name]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30, help="kernels")
    parser.add_argument("--only", type=int, help="this kernel alone")
    parser.add_argument("--plain", type=names, default=[], help="decisions to make plain")
    parser.add_argument("--decisions", action="store_true", help="print decisions to stderr")
    parser.add_argument("--profile", type=profile, help="a name of profiles.py")
    parser.add_argument("--cases", type=Path, help="write the launches for pipeline-fuzz-run here")
    parser.add_argument("-o", dest="output", type=Path, help="default: standard output")
    arguments = parser.parse_args()
    indices = range(arguments.count) if arguments.only is None else [arguments.only]
    made = program(arguments.seed, indices, arguments.plain, arguments.profile)
    if arguments.decisions:
        for name, choices in made.decisions.items():
            print(name, ",".join(choices.fancy()), file=sys.stderr)
    if arguments.cases:
        arguments.cases.write_text("\n".join(made.cases) + "\n")
    if arguments.output:
        arguments.output.write_bytes(made.text)
    else:
        sys.stdout.buffer.write(made.text)


if __name__ == "__main__":
    main()
