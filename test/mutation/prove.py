#!/usr/bin/env python3
"""What `prove` says of texts that the rewriter wrote: right ones, and those of its mutations.

    prove.py TOOL              the samples in --forms of their forms each: all are to be equal
    prove.py TOOL --mutants=MUTANTS
                               the wrong texts of the mutations that no earlier stage stops: all but
                               those that only a GPU or nvcc could tell are to be different
Exit: 0, or 1 where a right text is called different.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "samples"))
from forms import forms_of, rewrite  # noqa: E402
from run import VARIABLE, mutations  # noqa: E402
from shown_by import SAMPLES, SHOWN_BY, Run  # noqa: E402

GRAVEST = ("different", "not decided", "equal")


def proven(tool, old, new):
    """The gravest verdict of the kernels of two files, what is said of it, and seconds."""
    start = time.monotonic()
    try:
        run = subprocess.run([tool, "prove", old, new, "--cuda-path=builtin", "--report=json"],
                             capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "no end", "", time.monotonic() - start
    seconds = time.monotonic() - start
    try:
        kernels = json.loads(run.stdout)["kernels"]
    except (ValueError, KeyError):
        return "no report", run.stderr.strip()[-100:], seconds
    for verdict in GRAVEST:
        for kernel in kernels:
            if kernel["verdict"] == verdict:
                said = kernel.get("why") or kernel.get("difference", {}).get("message", "")
                return verdict, f"{kernel['kernel']}: {said}", seconds
    return "no kernel", "", seconds


def right_texts(tool, folder, forms):
    """(label, source, text): the first forms of each sample that write anything, as far apart as they come."""
    for source in sorted(SAMPLES.glob("*.cu")):
        seen = {source.read_bytes()}
        for form in forms_of(source.read_bytes()):
            if len(seen) > forms:
                break
            output = folder / f"{source.stem}.{form.name}.cu"
            outcome = rewrite(tool, source, form, output)
            if outcome.status == "accepted" and outcome.text not in seen:
                seen.add(outcome.text)
                yield f"{source.stem} {form.name}", source, output


def wrong_texts(tool, folder):
    """(label, source, text) of the first trial of each mutation whose text is another one than without it."""
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
                yield f"{name} {trial.label}", trial.source, output
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--mutants")
    parser.add_argument("--forms", type=int, default=4)
    arguments = parser.parse_args()
    verdicts, times = Counter(), []
    expected = "different" if arguments.mutants else "equal"
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        texts = (wrong_texts(arguments.mutants, Path(folder)) if arguments.mutants
                 else right_texts(arguments.tool, Path(folder), arguments.forms))
        for (label, _, _), (verdict, said, seconds) in pool.map(
                lambda text: (text, proven(arguments.tool, text[1], text[2])), texts):
            verdicts[verdict] += 1
            times.append(seconds)
            if verdict != expected:
                print(f"{label}: {verdict}: {said}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()),
          f"median {statistics.median(times):.1f} s, longest {max(times):.1f} s", sep="; ")
    return 1 if not arguments.mutants and verdicts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
