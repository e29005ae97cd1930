#!/usr/bin/env python3
"""What `prove` says of four kinds of texts, as a table: rewrites of the samples and refactorings by hand, which
are to be equal; mistakes of the rewriter and wrong edits by hand, which are to be different.

    prove.py TOOL                      the samples in --forms of their forms each, and all edits
    prove.py TOOL --mutants=MUTANTS    the wrong texts of the mutations that no earlier stage stops, too
    prove.py TOOL --only=edits         of rewrites, edits, mutants
    prove.py TOOL --log=FILE           goes on where the run before ended

Exit: 0, or 1 where a right text is called different.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "samples"))
sys.path.insert(0, str(HERE.parent / "Prove" / "Inputs"))
import edits  # noqa: E402
from forms import forms_of, rewrite  # noqa: E402
from run import VARIABLE, mutations  # noqa: E402
from shown_by import SAMPLES, SHOWN_BY, Run  # noqa: E402

GRAVEST = ("different", "not decided", "equal")
REWRITES, REFACTORINGS = "rewrites of the samples", "refactorings by hand"
MISTAKES, WRONG_EDITS = "mistakes of the rewriter", "wrong edits by hand"
EXPECTED = {REWRITES: "equal", REFACTORINGS: "equal", MISTAKES: "different", WRONG_EDITS: "different"}


def proven(tool, old, new, *options):
    """As asked(); block-wide pipelines have bodies in a toolkit's headers alone."""
    verdict, said, seconds = asked(tool, old, new, "--cuda-path=builtin", *options)
    if verdict == "not decided" and "has no body" in said:
        verdict, said, more = asked(tool, old, new, *options)
        seconds += more
    return verdict, said, seconds


def asked(tool, old, new, *options):
    """The gravest verdict of the kernels of two files, what is said of it, and processor seconds."""
    with tempfile.TemporaryFile("w+") as document, tempfile.TemporaryFile("w+") as errors:
        run = subprocess.Popen(["timeout", "600", tool, "prove", old, new, "--report=json", "--no-config",
                                *options], stdout=document, stderr=errors)
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        if run.returncode == 124:
            return "no end", "", seconds
        document.seek(0)
        errors.seek(0)
        try:
            kernels = json.load(document)["kernels"]
        except (ValueError, KeyError):
            return "no report", errors.read().strip()[-100:], seconds
    for verdict in GRAVEST:
        for kernel in kernels:
            if kernel["verdict"] == verdict:
                said = kernel.get("why") or kernel.get("difference", {}).get("message", "")
                return verdict, f"{kernel['kernel']}: {said}", seconds
    return "no kernel", "", seconds


# Each of these gives (kind, label, old file, new file, options).


def right_texts(tool, folder, forms):
    """The first forms of each sample that write anything, as far apart as they come; none that rely on what the
    user promises of tiles that the source would not load."""
    for source in sorted(SAMPLES.glob("*.cu")):
        seen = {source.read_bytes()}
        if b"assume-tiles-exist" in source.read_bytes():
            continue
        for form in forms_of(source.read_bytes()):
            if len(seen) > forms:
                break
            output = folder / f"{source.stem}.{form.name}.cu"
            outcome = rewrite(tool, source, form, output)
            if outcome.status == "accepted" and outcome.text not in seen:
                seen.add(outcome.text)
                yield REWRITES, f"{source.stem} {form.name}", source, output, ()


def wrong_texts(tool, folder):
    """The first trial of each mutation whose text is another one than without it."""
    right = {}
    for name in mutations():
        for trial in SHOWN_BY[name]:
            if not isinstance(trial, Run) or "tma" in trial.label:
                continue
            output = folder / f"{trial.source.stem}.{name}.cu"
            os.environ[VARIABLE] = ""
            if trial not in right:
                right[trial] = rewrite(tool, trial.source, trial, output)
            os.environ[VARIABLE] = name
            wrong = rewrite(tool, trial.source, trial, output)
            os.environ[VARIABLE] = ""
            if wrong.status == "accepted" and wrong.text != right[trial].text:
                yield MISTAKES, f"{name} {trial.label}", trial.source, output, ("--may-overlap",)
                break


def edited_texts(folder):
    source = edits.SOURCE.read_text()
    for kernel, all_of_it in edits.EDITS.items():
        for number, (expected, *pairs) in enumerate(all_of_it):
            options = [pair for pair in pairs if pair.startswith("--")]
            pairs = pairs[len(options):]
            output = folder / f"{kernel}.{number}.cu"
            output.write_text(edits.edited(source, kernel, pairs))
            yield (WRONG_EDITS if expected == edits.WRONG else REFACTORINGS, f"{kernel} {pairs!r}", edits.SOURCE,
                   output, (f"--kernel=^{kernel}$", *options))


def texts_of(arguments, folder):
    only = arguments.only.split(",")
    if "edits" in only:
        yield from edited_texts(folder)
    if "rewrites" in only:
        yield from right_texts(arguments.tool, folder, arguments.forms)
    if arguments.mutants and "mutants" in only:
        yield from wrong_texts(arguments.mutants, folder)


class Log:
    """Results that are kept in a file, a line of JSON each: a run that is started again asks for the rest alone."""

    def __init__(self, name):
        self.name = name
        lines = Path(name).read_text().splitlines() if name and Path(name).exists() else []
        self.known = {(kind, label): result for kind, label, result in map(json.loads, lines)}

    def result(self, tool, kind, label, old, new, options):
        if (kind, label) not in self.known:
            self.known[kind, label] = proven(tool, old, new, *options)
            if self.name:
                with open(self.name, "a") as log:
                    log.write(json.dumps([kind, label, self.known[kind, label]]) + "\n")
        return self.known[kind, label]


def part_of(numbers, part):
    """The number that this part of all does not exceed."""
    return sorted(numbers)[math.ceil(part * len(numbers)) - 1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--mutants")
    parser.add_argument("--forms", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--log", help="keep results here; those that it has are not asked for again")
    parser.add_argument("--only", default="rewrites,edits,mutants")
    arguments = parser.parse_args()
    verdicts, times = defaultdict(Counter), defaultdict(list)
    log = Log(arguments.log)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = texts_of(arguments, Path(folder))
        while of_now := list(itertools.islice(waiting, arguments.jobs)):
            for (kind, label, *_), (verdict, said, seconds) in zip(
                    of_now, pool.map(lambda text: log.result(arguments.tool, *text), of_now)):
                verdicts[kind][verdict] += 1
                times[kind].append(seconds)
                if verdict != EXPECTED[kind]:
                    print(f"{label}: {verdict}: {said}", flush=True)
    print("| | texts | different | equal | not decided | processor seconds: median, 90 %, longest |\n|---|---|---|---|---|---|")
    for kind, of_kind in verdicts.items():
        rest = sum(of_kind.values()) - of_kind["different"] - of_kind["equal"]
        print(f"| {kind} | {sum(of_kind.values())} | {of_kind['different']} | {of_kind['equal']} | {rest} "
              f"| {part_of(times[kind], 0.5):.1f}, {part_of(times[kind], 0.9):.1f}, {max(times[kind]):.1f} |")
    return 1 if any(verdicts[kind]["different"] for kind in (REWRITES, REFACTORINGS)) else 0


if __name__ == "__main__":
    sys.exit(main())
