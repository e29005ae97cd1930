#!/usr/bin/env python3
"""Writes every output of the program down, and compares two such records.

    freeze.py TOOL OUT                        samples, lit tests, random kernels
    freeze.py TOOL OUT --corpus ~/checkouts/* and checkouts of third-party code
    freeze.py TOOL OUT --check                compare with OUT instead, write nothing
    freeze.py --compare BEFORE AFTER          what differs between two records

OUT/KIND/NAME.cu is an output, absent where the source stayed as it was; NAME.txt
is what the program said; OUT/index.json has the hashes of both and the verdict on
each loop. The sources are those of the checkout that this script lies in: to
compare two programs, freeze both with one checkout.

Exit: 0, 1 if the outputs or the verdicts differ (with --messages: or what was said).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import concurrent.futures
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from differences import compare
from record import Record
import sources


def items(arguments, tool, folder):
    """All that is to be frozen: kind, and a function that gives a list of results."""
    everything = {
        "samples": lambda: sources.samples(tool, folder, arguments.forms),
        "lit": lambda: sources.lit_tests(tool, folder),
        "fuzz": lambda: sources.random_kernels(tool, folder, arguments.fuzz),
        "corpus": lambda: sources.corpus(tool, folder, arguments.corpus),
    }
    for kind in arguments.kinds:
        for work in everything[kind]():
            yield kind, work


def freeze(arguments, record):
    """Runs everything and fills the record."""
    flags = arguments.flag + ([] if arguments.verify else ["--verify=syntax"])
    tool = sources.Tool(arguments.tool.resolve(), flags, arguments.toolkit)
    start = shown = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="freeze.") as name, \
            concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        running = [pool.submit(lambda k=kind, w=work: (k, w()))
                   for kind, work in items(arguments, tool, Path(name))]
        for done, future in enumerate(concurrent.futures.as_completed(running), 1):
            kind, results = future.result()
            for result in results:
                record.add(kind, result)
            if time.monotonic() - shown > 30:
                shown = time.monotonic()
                print(f"{done} of {len(running)}, {shown - start:.0f} s", file=sys.stderr)
    record.finish()
    print(f"{len(record.index)} outputs in {time.monotonic() - start:.0f} s: {record.counts()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("tool", nargs="?", type=Path)
    add("out", nargs="?", type=Path)
    add("--check", action="store_true", help="compare with OUT, and write nothing")
    add("--compare", nargs=2, type=Path, metavar=("BEFORE", "AFTER"))
    add("--kinds", type=lambda text: text.split(","), default=None,
        help="of samples, lit, fuzz, corpus; default: the first three, and corpus if given")
    add("--forms", type=lambda text: text.split(","), default=None,
        help="samples in these forms alone, named as their outputs are: auto-predicate,cpasync3-peel")
    add("--fuzz", type=int, default=600, help="random kernels, 30 a file; default 600")
    add("--corpus", type=Path, nargs="+", default=[], metavar="DIR")
    add("--toolkit", action="store_true",
        help="samples with the headers of the CUDA toolkit; default: the program's own")
    add("--verify", action="store_true", help="let the program run its outputs if it does so by default")
    add("--flag", action="append", default=[], help="a further flag for every run")
    add("--jobs", type=int, default=2)
    add("--messages", action="store_true", help="what was said must be the same, too")
    add("--show", type=int, default=0, metavar="N", help="print the first N differences as text")
    arguments = parser.parse_args()
    if arguments.compare:
        return compare(*map(Record.read, arguments.compare), arguments.messages, arguments.show)
    if not (arguments.tool and arguments.out):
        parser.error("TOOL and OUT are needed")
    arguments.kinds = arguments.kinds or ["samples", "lit", "fuzz"] + ["corpus"] * bool(arguments.corpus)
    if not arguments.check:
        shutil.rmtree(arguments.out, ignore_errors=True)
        freeze(arguments, Record(arguments.out))
        return 0
    before = Record.read(arguments.out).of(arguments.kinds, arguments.forms)
    with tempfile.TemporaryDirectory(prefix="freeze.") as now:
        after = Record(Path(now))
        freeze(arguments, after)
        return compare(before, after, arguments.messages, arguments.show)


if __name__ == "__main__":
    # Messages must not depend on the terminal.
    os.environ["NO_COLOR"] = "1"
    sys.exit(main())
