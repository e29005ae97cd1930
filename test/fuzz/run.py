#!/usr/bin/env python3
"""Rewrites random kernels in many forms and runs them beside the originals.

Each file holds some kernels (generate.py). It is rewritten in some forms, all
texts are compiled by nvcc and run under the executor, which stands in for the
CUDA runtime. Required of every output: the tool ends well, a second run changes
nothing, nvcc has no warning, the CASE lines are those of the original for every
seed, and no hazard is new.

    run.py --count 1000 --seed 1 --jobs 2 --keep failed \\
           --tool build/bin/pipeline-rewrite --executor build/lib/libpipeline_cudart.a

The work may be split: with --save the tool runs here and nothing else, with
--saved a machine that has nvcc and no tool does the rest.

A failing case is reduced to one kernel, one form and as few unusual decisions
as possible, and kept with the command that repeats it.

Exit: 0 no failure, 1 a failure, 77 skipped (no nvcc, no executor).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import collections
import concurrent.futures
import hashlib
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "samples"))

import programs  # noqa: E402
from compare import Behaviour, SKIPPED, execute  # noqa: E402
from forms import ALL_FORMS, SHAPES, Form, Outcome, rewrite  # noqa: E402
from generate import names, program  # noqa: E402
from programs import Cache, Failure  # noqa: E402

# Which products nvcc fuses into sums depends on the code around: peeling alone
# may change the last bit. Without fusing the order of the sums decides.
programs.COMPILE_FLAGS.append("-fmad=false")


class QuickForm(Form):
    """A form for the tool with its own CUDA declarations: half the time. Launches
    are edited, so that tiles in dynamic shared memory get more buffers, too."""

    @property
    def flags(self):
        return [*super().flags, "--cuda-path=builtin", "--edit-launches"]


class RolledForm(QuickForm):
    """The same without the `#pragma unroll` of K-loops."""

    @property
    def name(self):
        return super().name + "-rolled"

    @property
    def flags(self):
        return [*super().flags, "--unroll=roll"]


class PartitionedForm(QuickForm):
    """Threads that copy, by the pipeline of a toolkit whose waits wait."""

    @property
    def flags(self):
        return [*super().flags, "--extra-arg=-DCUDART_VERSION=13000"]


FORMS = {form.name: QuickForm(form.variant, form.shape, form.stages, form.api) for form in ALL_FORMS}
FORMS.update({form.name: form for form in (RolledForm("auto", shape) for shape in SHAPES)})
FORMS.update({form.name: form for form in (PartitionedForm("cpasync", "predicate", stages, "pipeline-partitioned")
                                           for stages in (2, 3))})


class Problem(Exception):
    """What is wrong with one form of one file."""

    def __init__(self, kind, detail, kernels=()):
        super().__init__(detail)
        self.kind, self.detail, self.kernels = kind, detail, list(kernels)


class Checker:
    """Checks texts; everything that a worker needs."""

    def __init__(self, arguments, folder):
        self.tool, self.seeds, self.timeout = arguments.tool, arguments.seeds, arguments.timeout
        self.folder, self.plain = folder, arguments.plain
        self.save, self.saved = arguments.save, arguments.saved
        self.cache = Cache(folder, arguments.nvcc, arguments.executor.resolve(), HERE)

    def original(self, name, text):
        try:
            return self.behaviour(f"{name}.original", text)
        except Failure as failure:
            raise Problem("generator", without_cases(failure)) from None

    def behaviour(self, name, text):
        # nvcc reads shared memory early and drops what a guard does not want.
        return execute(self.cache.program(name, text), self.seeds, self.timeout,
                       tolerated={"UNINIT-SHARED"})

    def rewritten(self, name, text, form):
        """The tool's output in one form, or what it was elsewhere."""
        record = hashlib.sha256(text + form.name.encode()).hexdigest()[:20] + ".json"
        if self.saved:
            if not (self.saved / record).exists():
                raise Problem("tool", "its output was not saved")
            status, detail, output, loops = json.loads((self.saved / record).read_text())
            return Outcome(status, detail, output.encode("latin-1"), tuple(loops))
        outcome = self.run_tool(name, text, form)
        if self.save:
            (self.save / record).write_text(json.dumps(
                [outcome.status, outcome.detail, outcome.text.decode("latin-1"), outcome.loops]))
        return outcome

    def run_tool(self, name, text, form):
        source, target = self.folder / f"{name}.cu", self.folder / f"{name}.{form.name}.cu"
        source.write_bytes(text)
        outcome = rewrite(self.tool, source, form, target)
        if outcome.status == "error":
            raise Problem("tool", outcome.detail)
        if outcome.status == "accepted":
            again = rewrite(self.tool, target, form, self.folder / f"{name}.again.cu")
            if again.status != "refused":
                raise Problem("not idempotent", f"a second run: {again.status} {again.detail}")
        return outcome

    def find_guilty(self, seed, indices, form, problem):
        """A kernel that the tool fails on, by halves; empty if it takes more than one."""
        if problem.kind not in ("tool", "not idempotent") or self.saved:
            return []
        while len(indices) > 1:
            for half in (indices[:len(indices) // 2], indices[len(indices) // 2:]):
                try:
                    self.rewritten("half", program(seed, half, self.plain)[0], form)
                except Problem as found:
                    problem.detail = found.detail
                    indices = half
                    break
            else:
                return []
        return [f"k{indices[0]}"]

    def compare(self, name, original, text, form):
        """Runs one output beside its original."""
        try:
            got = self.behaviour(f"{name}.{form.name}", text)
        except Failure as failure:
            message = without_cases(failure)
            hard = "exit 97" in message
            raise Problem("hazard" if hard else "output", message,
                          kernels_named(message) if hard else kernels_at(message, text)) from None
        for seed, cases in original.cases.items():
            different = [(a, b) for a, b in zip(cases, got.cases[seed]) if a != b]
            if different or len(cases) != len(got.cases[seed]):
                raise Problem("different", f"seed {seed}:\n" + "\n".join(
                    f"  original  {a}\n  rewritten {b}" for a, b in different[:6]),
                    [a.split()[1].split("<")[0] for a, _ in different])
        new = [line for key, line in got.hazards.items()
               if key not in original.hazards and not is_neighbour(line)]
        if new:
            raise Problem("hazard", "\n".join(new), kernels_named("\n".join(new)))


def is_neighbour(hazard):
    """A vector load that brings unwritten neighbours along, which nvcc drops: unwritten
    bytes are 0xFF under the executor, and the outputs are those of the original."""
    return hazard.startswith("UNINIT-SHARED\t") and "instruction=ld.shared.v" in hazard


def kernels_named(text):
    """Kernels of ours that a message names, each once."""
    return list(dict.fromkeys(re.findall(r"\bk\d+\b", text)))


def without_cases(failure):
    """The message without the lines of cases that went well."""
    return "\n".join(l for l in str(failure).splitlines() if not l.startswith("CASE "))


def kernels_at(message, text):
    """Kernels on the lines of text that a compiler's message names."""
    lines, found = text.decode(errors="replace").splitlines(), []
    for number in re.findall(r"(?:\.cu\(|\.cu:|line )(\d+)", message):
        for line in reversed(lines[:int(number)]):
            name = re.search(r"__global__ void .*\b(k\d+)\(", line)
            if name:
                found.append(name[1])
                break
    return list(dict.fromkeys(found))


def check_file(job):
    """One file in some forms. Gives figures and problems; runs in a worker."""
    arguments, number, count, forms = job
    seed = arguments.seed * 100000 + number
    figures = collections.Counter(kernels=count)
    fired, problems = collections.defaultdict(set), []
    with tempfile.TemporaryDirectory(prefix="fuzz.", dir=arguments.cache) as folder:
        checker = Checker(arguments, Path(folder))
        text, _ = program(seed, range(count), arguments.plain)
        try:
            original = None if arguments.save else checker.original("f", text)
        except Problem as problem:
            return figures, {}, [(seed, None, problem)]
        if original:
            figures["hazards of originals"] += len(original.hazards)
            figures["cases"] += sum(len(cases) for cases in original.cases.values())
        for form in forms:
            check_form(checker, seed, list(range(count)), form, original, figures, fired, problems)
    return figures, {form: len(kernels) for form, kernels in fired.items()}, problems


def check_form(checker, seed, indices, form, original, figures, fired, problems):
    """One file in one form; a kernel that fails is set aside, and the rest tried again."""
    while indices:
        text, _ = program(seed, indices, checker.plain)
        wanted = {f"k{index}" for index in indices}
        try:
            outcome = checker.rewritten("f", text, form)
            if original:
                checker.compare("f", keep_cases(original, wanted), outcome.text, form)
                figures["compared"] += 1
            count_loops(outcome.loops, form, figures, fired)
            return
        except Problem as problem:
            guilty = [k for k in problem.kernels if k in wanted] \
                or checker.find_guilty(seed, indices, form, problem)
            problem.kernels = guilty
            problems.append((seed, form.name, problem))
            if not guilty:
                return
            indices = [index for index in indices if f"k{index}" not in guilty]


def keep_cases(behaviour, kernels):
    """What the original did, for some of its kernels."""
    cases = {seed: [line for line in lines if line.split()[1].split("<")[0] in kernels]
             for seed, lines in behaviour.cases.items()}
    return Behaviour(cases, behaviour.hazards)


def count_loops(loops, form, figures, fired):
    """Adds the verdicts that the tool reported."""
    for loop in loops:
        figures["loops", form.name] += 1
        if loop["verdict"] == "rewritten":
            fired[form.name].add(loop["kernel"])
            figures["form", f"{loop['form']}/{loop['shape']}"] += 1
        else:
            figures["refused", loop["refusal"]["id"] if loop["refusal"] else loop["verdict"]] += 1


# -- Reducing a failure ------------------------------------------------------


def still_fails(checker, seed, kernel, plain, form, kind):
    text, decisions = program(seed, [int(kernel[1:])], plain)
    try:
        original = checker.original("r", text)
        outcome = checker.rewritten("r", text, form)
        checker.compare("r", original, outcome.text, form)
    except Problem as problem:
        if problem.kind == kind:
            return text, decisions[kernel], problem
    except Exception:  # the plainer kernel cannot be generated
        pass
    return None


def reduce_failure(arguments, seed, form_name, problem, count):
    """The smallest failing kernel: (kernel, names made plain, text, problem) or None."""
    form = FORMS[form_name]
    with tempfile.TemporaryDirectory(prefix="reduce.", dir=arguments.cache) as folder:
        checker = Checker(arguments, Path(folder))
        candidates = problem.kernels or [f"k{i}" for i in range(count)]
        # The first that fails alone stands for all of them.
        for kernel in dict.fromkeys(candidates):
            plain = list(arguments.plain)
            best = still_fails(checker, seed, kernel, plain, form, problem.kind)
            if best is None:
                continue
            tried = set()
            deadline = time.monotonic() + arguments.reduce_time
            while time.monotonic() < deadline:
                left = [n for n in best[1].fancy() if n not in tried]
                if not left:
                    break
                tried.add(left[0])
                smaller = still_fails(checker, seed, kernel, plain + [left[0]], form, problem.kind)
                if smaller:
                    plain.append(left[0])
                    best = smaller
            return kernel, plain, best[0], best[1], best[2]
    return None


def keep(arguments, number, seed, form, problem, reduced):
    """Writes a failure down and prints it."""
    print(f"FAIL [{problem.kind}] seed {seed} form {form}: "
          f"{problem.detail.splitlines()[0] if problem.detail else ''}")
    if not arguments.keep:
        return
    arguments.keep.mkdir(parents=True, exist_ok=True)
    stem = arguments.keep / f"{seed}.{form}"
    lines = [f"kind: {problem.kind}", f"seed: {seed}, form: {form}", "", problem.detail]
    if reduced:
        kernel, plain, text, decisions, last = reduced
        stem.with_name(stem.name + ".cu").write_bytes(text)
        lines += ["", f"reduced to {kernel}; decisions left: {', '.join(decisions.fancy())}", last.detail, "",
                  "generate.py --seed {} --only {} --plain {} -o {}.cu".format(
                      seed, kernel[1:], ",".join(plain) or "''", stem.name),
                  f"pipeline-rewrite {stem.name}.cu {' '.join(FORMS[form].flags)} -o out.cu"]
    stem.with_name(stem.name + ".txt").write_text("\n".join(lines) + "\n")
    print(f"     kept as {stem.name}")
    sys.stdout.flush()


# -- The whole run -----------------------------------------------------------


def jobs(arguments, forms):
    draw = random.Random(f"{arguments.seed}/forms")
    number = 0
    while number * arguments.per_file < arguments.count:
        count = min(arguments.per_file, arguments.count - number * arguments.per_file)
        chosen = draw.sample(forms, min(arguments.forms_per_file, len(forms)))
        yield arguments, number, count, chosen
        number += 1


def summary(figures, fired, tried, problems, seconds):
    print(f"\n{figures['kernels']} kernels, {figures['cases']} cases, "
          f"{figures['compared']} programs compared, {seconds:.0f} s")
    for form in sorted(tried):
        print(f"  {form:22} rewritten in {100 * fired[form] / max(1, tried[form]):5.1f} % "
              f"of {tried[form]} kernels")
    whole = 100 * sum(fired.values()) / max(1, sum(tried.values()))
    print(f"  {'all forms':22} rewritten in {whole:5.1f} %")
    kinds = {key[1]: n for key, n in figures.items() if key[0] == "form"}
    print("  outputs: " + ", ".join(f"{name} {n}" for name, n in sorted(kinds.items())))
    print("  refusals: " + (", ".join(
        f"{key[1]} {n}" for key, n in figures.most_common() if key[0] == "refused") or "none"))
    print(f"  hazards of originals: {figures['hazards of originals']}")
    by_kind = collections.Counter(problem.kind for _, _, problem in problems)
    print(f"  differences {by_kind['different']}, new hazards {by_kind['hazard']}, "
          f"outputs that do not compile or run {by_kind['output']}, "
          f"not idempotent {by_kind['not idempotent']}, tool failures {by_kind['tool']}, "
          f"generator {by_kind['generator']}")


def run_all(arguments):
    forms = [FORMS[name] for name in arguments.forms] if arguments.forms else list(FORMS.values())
    figures, fired, tried = collections.Counter(), collections.Counter(), collections.Counter()
    problems, started = [], time.monotonic()
    work = list(jobs(arguments, forms))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        running = {pool.submit(check_file, job): job for job in work}
        for done, future in enumerate(concurrent.futures.as_completed(running), 1):
            job = running[future]
            part, part_fired, part_problems = future.result()
            figures.update(part)
            fired.update(part_fired)
            broken = {form for _, form, _ in part_problems}
            tried.update({form.name: job[2] for form in job[3]
                          if part_fired.get(form.name) or not broken & {form.name, None}})
            for seed, form, problem in part_problems:
                problems.append((seed, form, problem))
                reduced = None
                if form and len(problems) <= arguments.reduce and not arguments.saved:
                    reduced = reduce_failure(arguments, seed, form, problem, job[2])
                keep(arguments, job[1], seed, form, problem, reduced)
            if done % arguments.progress == 0 or done == len(work):
                print(f"{done}/{len(work)} files, {figures['kernels']} kernels, "
                      f"{len(problems)} failures, {time.monotonic() - started:.0f} s")
                sys.stdout.flush()
    summary(figures, fired, tried, problems, time.monotonic() - started)
    rate = sum(fired.values()) / max(1, sum(tried.values()))
    if rate < arguments.least_fired / 100:
        print(f"FAIL fewer than {arguments.least_fired} % rewritten")
        return 1
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--count", type=int, default=300, help="kernels, default 300")
    add("--seed", type=int, default=1)
    add("--jobs", type=int, default=2)
    add("--per-file", type=int, default=30, help="kernels per file, default 30")
    add("--forms", type=names, default=[], help="comma-separated, default all: "
        + ",".join(FORMS))
    add("--forms-per-file", type=int, default=3, help="drawn anew for each file, default 3")
    add("--plain", type=names, default=[], help="decisions of generate.py to make plain")
    add("--seeds", type=lambda text: [int(s) for s in text.split(",")], default=[1, 2],
        help="of the executor and the inputs, default 1,2")
    add("--keep", type=Path, help="folder for failing cases")
    add("--reduce", type=int, default=5, help="how many failures to reduce, default 5")
    add("--reduce-time", type=int, default=120, help="seconds for one, default 120")
    add("--least-fired", type=float, default=0, help="percentage below which the run fails")
    add("--progress", type=int, default=5, help="files between two lines of progress")
    add("--tool", type=Path, help="needed without --saved")
    add("--save", type=Path, help="write the tool's outputs here and compile nothing")
    add("--saved", type=Path, help="take the tool's outputs from here")
    add("--nvcc", default="nvcc")
    add("--executor", type=Path, required=True, help="libpipeline_cudart.a")
    add("--cache", type=Path, help="folder for temporary files, default the system's")
    add("--timeout", type=int, default=120, help="seconds for one program")
    arguments = parser.parse_args()
    arguments.nvcc = shutil.which(arguments.nvcc)
    if not arguments.nvcc:
        print("skipped: nvcc not found")
        return SKIPPED
    if not arguments.executor.exists():
        print(f"skipped: {arguments.executor.name} is not built")
        return SKIPPED
    if bool(arguments.tool) == bool(arguments.saved):
        parser.error("one of --tool and --saved is needed")
    if arguments.tool:
        arguments.tool = arguments.tool.resolve()
    if arguments.save:
        arguments.save.mkdir(parents=True, exist_ok=True)
    if arguments.cache:
        arguments.cache.mkdir(parents=True, exist_ok=True)
    return run_all(arguments)


if __name__ == "__main__":
    sys.exit(main())
