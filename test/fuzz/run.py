#!/usr/bin/env python3
"""Rewrites random kernels in many forms and runs them beside the originals.

Each file holds some kernels (generate.py). It is rewritten in some forms, all
texts are compiled for the device and run under the executor (pipeline-fuzz-run).
Required of every original: two schedules give the same and show no hazard (else
the generator has failed). Required of every output: the tool ends well, the
output compiles, every launch leaves the same memory and prints the same, and no
hazard is new.

    run.py --count 1000 --seed 1 --jobs 2 --keep failed \\
           --tool build/bin/pipeline-rewrite --runner build/bin/pipeline-fuzz-run

A failing case is reduced to one kernel, one form and as few unusual decisions
as possible, and kept with the command that repeats it.

Exit: 0 no failure, 1 a failure, 77 skipped (no device compiler or runner).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import collections
import itertools
import json
import multiprocessing
import multiprocessing.connection
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from checker import FEW_HEADERS, FORMS, QUICK, check_file
from device_code import device_compiler
from generate import names
from profiles import PROFILES, draw_profile, profile
from reduce import keep, reduce_failure

SKIPPED = 77
KINDS = ["different", "hazard", "output", "not idempotent", "tool", "executor", "generator"]


def jobs(arguments):
    draw = random.Random(f"{arguments.seed}/forms")
    mix = random.Random(f"{arguments.seed}/profiles")
    number = 0
    while number * arguments.per_file < arguments.count:
        count = min(arguments.per_file, arguments.count - number * arguments.per_file)
        chosen = set()
        while len(chosen) < min(arguments.forms_per_file, len(arguments.forms)):
            chosen.add(draw.choices(arguments.forms, [weight(FORMS[name]) for name in arguments.forms])[0])
        name = draw_profile(arguments.profile, mix)
        own = argparse.Namespace(**{**vars(arguments), "profile": name, "wanted": profile(name)})
        yield own, arguments.seed * 100000 + number, count, [FORMS[name] for name in sorted(chosen)]
        number += 1


def weight(form):
    """Asynchronous copies alone take few loops: most have a value that is changed on its way.
    Three buffers, and a peeled tile, are refused more often than two buffers with a predicate."""
    if form.variant == "cpasync":
        return 1
    return 12 if form.stages == 2 and form.shape == "predicate" else 4


class Totals:
    """What all files gave."""

    def __init__(self):
        self.figures, self.fired, self.tried = collections.Counter(), collections.Counter(), collections.Counter()
        self.problems, self.started = [], time.monotonic()
        self.first = None  # kernels until the first failure that is not the generator's

    def add(self, job, part):
        figures, fired, problems = part
        _, count, forms = job
        self.figures.update(figures)
        self.fired.update(fired)
        self.tried.update({form.name: count for form in forms})
        self.problems += problems
        guilty = [int(kernel[1:]) + 1 for _, _, problem in problems if problem.kind != "generator"
                  for kernel in problem.kernels]
        if self.first is None and guilty:
            self.first = self.figures["kernels"] - count + min(guilty)

    @property
    def seconds(self):
        return time.monotonic() - self.started

    def line(self):
        return (f"{self.figures['kernels']} kernels, {len(self.problems)} failures, {self.seconds:.0f} s, "
                f"{self.figures['kernels'] / self.seconds:.2f} kernels/s")

    @property
    def rate(self):
        return self.figures["rewritten"] / max(1, self.figures["loops"])

    def summary(self):
        figures = self.figures
        print(f"\n{self.line()}, {figures['cases']} launches, {figures['compared']} kernels compared")
        for form in sorted(self.tried):
            print(f"  {form:22} {self.fired[form]} of {self.tried[form]} kernels rewritten")
        print(f"  loops rewritten {figures['rewritten']} of {figures['loops']} ({100 * self.rate:.1f} %), "
              f"refused or no K-loop {100 - 100 * self.rate:.1f} %")
        kinds = {key[1]: n for key, n in figures.items() if key[0] == "form"}
        print("  outputs: " + ", ".join(f"{name} {n}" for name, n in sorted(kinds.items())))
        print("  refusals: " + (", ".join(
            f"{key[1]} {n}" for key, n in figures.most_common() if key[0] == "refused") or "none"))
        by_kind = collections.Counter(problem.kind for _, _, problem in self.problems)
        print("  failures: " + ", ".join(f"{kind} {by_kind[kind]}" for kind in KINDS))
        if self.first is not None:
            print(f"  first failure within {self.first} kernels")


def work_off(arguments, number, out=None):
    """(job, result) of every arguments.jobs-th file, in a folder of its own; through a pipe if one is given."""
    with tempfile.TemporaryDirectory(prefix="fuzz.", dir=arguments.cache) as folder:
        arguments.folder = folder
        arguments.device = device_compiler(arguments, folder)
        for job in itertools.islice(jobs(arguments), number, None, arguments.jobs):
            result = job[1:], job[0].profile, check_file(job)
            if out is None:
                yield result
            else:
                out.send(result)


def send_all(arguments, number, out):
    collections.deque(work_off(arguments, number, out), maxlen=0)
    out.close()


def results(arguments):
    """(job, profile, result) as they come. Workers share nothing: each makes its own files, headers and temporary
    folder, and takes every so many-th file."""
    if arguments.jobs == 1:
        yield from work_off(arguments, 0)
        return
    workers = {}
    for number in range(arguments.jobs):
        ours, theirs = multiprocessing.Pipe(duplex=False)
        workers[ours] = multiprocessing.Process(target=send_all, args=(arguments, number, theirs), daemon=True)
        workers[ours].start()
        theirs.close()
    try:
        while workers:
            for each in multiprocessing.connection.wait(list(workers)):
                try:
                    yield each.recv()
                except EOFError:
                    worker = workers.pop(each)
                    worker.join()
                    if worker.exitcode:
                        raise RuntimeError(f"a worker ended with {worker.exitcode}") from None
    finally:
        for worker in workers.values():
            worker.terminate()


def write_log(path, job, profile_name, part):
    """A line for one file: what was asked for and what became of it."""
    figures, fired, problems = part
    seed, count, forms = job
    record = {"seed": seed, "kernels": count, "profile": profile_name, "forms": [form.name for form in forms],
              "fired": fired, "figures": {"/".join(key) if isinstance(key, tuple) else key: n for key, n in figures.items()},
              "problems": [{"form": form, "kind": problem.kind, "kernels": problem.kernels,
                            "detail": problem.detail[:500]} for _, form, problem in problems]}
    with path.open("a") as out:
        out.write(json.dumps(record) + "\n")


def run_all(arguments):
    totals, reduced, seen = Totals(), 0, collections.Counter()
    for number, (job, profile_name, part) in enumerate(results(arguments), 1):
        totals.add(job, part)
        if arguments.log:
            write_log(arguments.log, job, profile_name, part)
        own = argparse.Namespace(**{**vars(arguments), "profile": profile_name, "wanted": profile(profile_name)})
        for seed, form, problem in part[2]:
            seen[problem.kind] += 1
            smaller = None
            if reduced < arguments.reduce:
                reduced += 1
                smaller = reduce_failure(own, seed, form, problem)
            keep(own, seed, form, problem, smaller)
        if number % arguments.progress == 0:
            print(totals.line(), flush=True)
        if arguments.until_found and totals.first is not None:
            break
    totals.summary()
    if totals.rate < arguments.least_fired / 100:
        print(f"FAIL fewer than {arguments.least_fired} % rewritten")
        return 1
    return 1 if totals.problems else 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--count", type=int, default=300, help="kernels, default 300")
    add("--seed", type=int, default=1)
    add("--jobs", type=int, default=2)
    add("--per-file", type=int, default=20, help="kernels per file, default 20")
    add("--forms", type=names, default=QUICK, help="comma-separated, or 'all'; default the quick ones; all: "
        + ",".join(FORMS))
    add("--forms-per-file", type=int, default=2, help="drawn anew for each file, default 2")
    add("--plain", type=names, default=[], help="decisions of generate.py to make plain")
    add("--profile", choices=["general", "mix", *sorted(PROFILES)], default="general",
        help="what all kernels are to have (profiles.py); mix: another for each file")
    add("--seeds", type=lambda text: [int(s) for s in text.split(",")], default=[1, 2],
        help="of the schedules, default 1,2")
    add("--launches", type=int, default=4, help="of each instance, drawn; 0 all; default 4")
    add("--twice", action="store_true", help="the tool must change nothing in its own output")
    add("--tool-option", action="append", default=[], help="a further option of the tool")
    add("--until-found", action="store_true", help="stop at the first failure")
    add("--keep", type=Path, help="folder for failing cases")
    add("--reduce", type=int, default=5, help="how many failures to reduce, default 5")
    add("--reduce-time", type=int, default=120, help="seconds for one, default 120")
    add("--log", type=Path, help="append a line of JSON for each file")
    add("--least-fired", type=float, default=0, help="percentage of loops below which the run fails")
    add("--progress", type=int, default=5, help="files between two lines of progress")
    add("--tool", type=Path, required=True)
    add("--runner", type=Path, required=True, help="pipeline-fuzz-run")
    add("--cuda-path", default="/usr/local/cuda", help="toolkit whose headers the compiler in the runner takes")
    add("--nvcc", help="compile with this nvcc instead")
    add("--all-headers", action="store_true", help="the tool reads all of the standard library, not what kernels need")
    add("--cache", type=Path, help="folder for temporary files, default the system's")
    add("--timeout", type=int, default=240, help="seconds for one compilation or run")
    return parser.parse_args()


def main():
    arguments = parse()
    if arguments.forms == ["all"]:
        arguments.forms = list(FORMS)
    options = arguments.tool_option + ([] if arguments.all_headers else FEW_HEADERS)
    for form in FORMS.values():
        type(form).options = tuple(options)
    if arguments.nvcc and not shutil.which(arguments.nvcc):
        print("skipped: no compiler for the device")
        return SKIPPED
    if not arguments.nvcc and not (Path(arguments.cuda_path) / "include/cuda_runtime.h").exists():
        print("skipped: no CUDA headers")
        return SKIPPED
    if not arguments.runner.exists():
        print(f"skipped: {arguments.runner.name} is not built")
        return SKIPPED
    arguments.tool, arguments.runner = arguments.tool.resolve(), arguments.runner.resolve()
    if arguments.cache:
        arguments.cache.mkdir(parents=True, exist_ok=True)
    return run_all(arguments)


if __name__ == "__main__":
    sys.exit(main())
