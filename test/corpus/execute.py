"""Builds self-checking programs of a checkout before and after, and runs both on the CPU.

A program is the folder of a rewritten file if its Makefile has a target `run` that starts something with arguments.
Both versions are linked against the executor (docs/executor.md), so that no GPU is needed, and started with the
arguments of that target, the last number (repetitions) as 1; if that takes too long, with all numbers cut to smaller
and smaller limits. They must end alike, print the same lines (those that tell times and rates left out), and the
rewritten one must show no kind of hazard in a kernel that the original did not.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import contextlib
import glob
import os
import re
import subprocess
import sys

from checkout import Makefile
from texts import readBytes, writeBytes

TIMES = re.compile(r"time|elapsed|speed|perf|flop|bandwidth|throughput|\d\s*(s|sec|secs|seconds|ms|us|ns)\b|/s\b", re.I)
# Sizes that are written into a program and too large to interpret: (pattern, replacement) for both versions.
TENSOR = [(r"(define [MNK]_TILES) \d+", r"\1 16"), (r"(define CPU_DEBUG) 0", r"\1 1")]
SMALLER = {
    "knn-cuda": [(r"(ref_nb|query_nb) = 4096", r"\1 = 100")],
    "match-cuda": [(r"(define NPTS) .*", r"\1 256")],
    "mdh-cuda": [(r"natom = 5877", "natom = 600"), (r"ngrid = 134918", "ngrid = 2000")],
    "matrixMul": [(r"nIter = 300", "nIter = 1")],
    "globalToShmemAsyncCopy": [(r"nIter = \d+", "nIter = 1")],
    "cudaTensorCoreGemm": TENSOR, "immaTensorCoreGemm": TENSOR,
}
# Arguments of programs whose build files do not tell any.
ARGUMENTS = {
    "matrixMul": ["-wA=96", "-hA=64", "-wB=64", "-hB=96"],
    "globalToShmemAsyncCopy": ["-wA=96", "-hA=64", "-wB=64", "-hB=96", "-kernel=6"],
    "cudaTensorCoreGemm": [], "immaTensorCoreGemm": [],
}
NUMBER = re.compile(r"\d+$")
LIMITS = (None, 64, 8, 1)
FAULTS = (97, 98, 99)  # exit codes of the executor
Run = collections.namedtuple("Run", "status lines hazards errors barriers")  # hazards: {(kind, kernel)}


def runAll(runner, checkout, files):
    """One record per program: which, its arguments, and `same`, `DIFFERS`, or why there is nothing to compare."""
    programs = {}
    for file in files:
        if file.pastedInto:
            continue  # its patch is for a file that does not exist
        folder = file.path
        while folder and os.path.basename(folder) not in ARGUMENTS and not os.path.exists(
                os.path.join(checkout.root, folder, "Makefile")):
            folder = os.path.dirname(folder)
        if folder:
            programs.setdefault(folder, []).append(file)
    records = []
    for folder, changed in sorted(programs.items()):
        record = runProgram(runner, checkout, folder, changed)
        print("%s: %s%s" % (folder, record["outcome"], " " + record["detail"][:200] if record["detail"] else ""),
              file=sys.stderr)
        records.append(record)
    return records


def runProgram(runner, checkout, folder, changed):
    record = {"program": folder, "files": [f.path for f in changed], "arguments": None, "outcome": "", "detail": ""}
    path = os.path.join(checkout.root, folder, "Makefile")
    make = Makefile(path if os.path.exists(path) else os.devnull)
    name = os.path.basename(folder)
    runs = [(name, ARGUMENTS[name])] if name in ARGUMENTS else make.runs()
    if not runs:
        return record | {"outcome": "no recipe"}
    farm = runner.farm(checkout)
    before, after = os.path.join(farm, ".before"), os.path.join(farm, ".after")
    with smaller(farm, folder):
        error = build(runner, farm, folder, make, changed, before)
    if error:
        return record | {"outcome": "original does not build", "detail": error}
    with runner.changed(checkout, changed), smaller(farm, folder):
        error = build(runner, farm, folder, make, changed, after)
    if error:
        return record | {"outcome": "DIFFERS", "detail": "output does not build: " + error}
    return record | compare(runner, os.path.join(farm, folder), before, after, runs[0][1])


@contextlib.contextmanager
def smaller(farm, folder):
    """The worker's copy of a program with its sizes cut down."""
    here, cuts, done = os.path.join(farm, folder), SMALLER.get(os.path.basename(folder), []), []
    for name in os.listdir(here) if cuts else []:
        if name.endswith((".cu", ".h", ".cuh", ".cpp")):
            place = os.path.join(here, name)
            text = readBytes(place)
            for pattern, replacement in cuts:
                text = re.sub(pattern, replacement, text)
            os.rename(place, place + ".whole")
            writeBytes(place, text)
            done.append(place)
    try:
        yield
    finally:
        for place in done:
            os.replace(place + ".whole", place)


def build(runner, farm, folder, make, changed, exe):
    """Compiles what the Makefile names as sources, or all of the folder. Returns the error, or nothing."""
    here = os.path.join(farm, folder)
    words = " ".join(make.expand(v) for k, v in make.variables.items() if re.search("sou?rce|src|obj", k, re.I))
    sources = []
    for word in words.split():
        for name in (word, re.sub(r"\.o$", ".cu", word), re.sub(r"\.o$", ".cpp", word), re.sub(r"\.o$", ".c", word)):
            if re.search(r"\.(cu|cpp|cc|c|cxx)$", name) and os.path.exists(os.path.join(here, name)):
                sources.append(os.path.normpath(os.path.join(here, name)))
                break
    if not sources:
        sources = glob.glob(os.path.join(here, "*.cu")) + glob.glob(os.path.join(here, "*.cpp"))
    flags = [f for f in changed[0].flags if not f.startswith("-arch")]
    words = " ".join(make.expand(v) for v in make.variables.values())
    libraries = [w for w in words.split() if re.match(r"-l\w+", w)]
    command = [runner.options.nvcc, "-w", "-O2", "-gencode", "arch=compute_80,code=compute_80", "-no-compress",
               "-lineinfo", "-cudart", "none"] + flags + list(dict.fromkeys(sources))
    command += [runner.options.executor, "-o", exe] + [l for l in dict.fromkeys(libraries) if l != "-lcudart"]
    try:
        done = subprocess.run(command, cwd=farm, capture_output=True, text=True, errors="replace", timeout=600)
    except subprocess.TimeoutExpired:
        return "nvcc timed out"
    return (done.stderr + done.stdout)[-1500:] if done.returncode else ""


def compare(runner, folder, before, after, arguments):
    """Outcome and detail, with the largest arguments that the original finishes in time."""
    for limit in LIMITS:
        words = shorten(arguments, limit)
        if limit and words == shorten(arguments, None):
            continue
        first = start(runner, folder, before, words, 1)
        if first:
            outcome, detail = compareRuns(runner, folder, before, after, words, first)
            return {"arguments": words, "outcome": outcome, "detail": detail}
    return {"outcome": "too slow"}


def compareRuns(runner, folder, before, after, words, first):
    if first.status in FAULTS:
        return "original not runnable", "%d %s" % (first.status, first.errors)
    if not first.barriers:
        return "no loop executed", "exit %d %s" % (first.status, first.errors)
    for seed in (1, 2):
        old = first if seed == 1 else start(runner, folder, before, words, seed)
        if not old:
            return "too slow", ""
        new = start(runner, folder, after, words, seed, slower=4)
        if not new:
            return "DIFFERS", "rewritten one hangs"
        if (old.status, old.lines) != (new.status, new.lines):
            again = start(runner, folder, before, words, seed)
            if again and again.lines != old.lines:
                return "output varies", ""
            return "DIFFERS", "exit %d, %d; %s" % (old.status, new.status, unlike(old.lines, new.lines))
        if not new.hazards <= old.hazards:
            return "DIFFERS", "hazards: %s" % sorted(new.hazards - old.hazards)
    return "same", "%d lines, exit %d, %d barriers" % (len(first.lines), first.status, first.barriers)


def shorten(arguments, limit):
    numbers = [i for i, a in enumerate(arguments) if NUMBER.match(a)]
    words = list(arguments)
    for i in numbers:
        if limit and int(words[i]) > limit:
            words[i] = str(limit)
    if numbers and (len(numbers) > 1 or int(words[numbers[0]]) > 1):
        words[numbers[-1]] = "1"
    return words


def unlike(old, new):
    for a, b in zip(old, new):
        if a != b:
            return "'%s' became '%s'" % (a[:120], b[:120])
    return "%d lines became %d" % (len(old), len(new))


def start(runner, folder, exe, arguments, seed, slower=1):
    """A run, or None if it takes too long."""
    report = exe + ".report"
    if os.path.exists(report):
        os.unlink(report)
    environment = dict(os.environ, PIPELINE_EXEC_SEED=str(seed), PIPELINE_EXEC_REPORT=report, PIPELINE_EXEC_STATS="1")
    try:
        done = subprocess.run([exe] + arguments, cwd=folder, capture_output=True, text=True, errors="replace",
                              env=environment, timeout=runner.options.run_timeout * slower)
    except subprocess.TimeoutExpired:
        return None
    hazards = set()
    if os.path.exists(report):
        with open(report, encoding="utf-8", errors="replace") as file:
            for line in file:
                kernel = re.search(r"\tkernel=([^\t\n(<]*)", line)
                hazards.add((line.split("\t")[0].strip(), kernel[1] if kernel else ""))
    lines = [line for line in done.stdout.split("\n") if not TIMES.search(line)]
    barriers = re.search(r", ([1-9]\d*) barriers", done.stderr)
    return Run(done.returncode, lines, hazards, done.stderr[-600:], int(barriers[1]) if barriers else 0)
