#!/usr/bin/env python3
"""Rewrites one sample in every form and runs it beside the original, without a GPU.

Both are compiled by nvcc and linked against the executor, which stands in for
the CUDA runtime (executor). For every seed, which fills the inputs and
shuffles the schedule of the threads, the CASE lines must be equal and the
hazards of the rewritten program must be a subset of the original's.

    compare.py --tool build/bin/pipeline-rewrite --cache build/samples sgemm_step.cu

Exit: 0 all equal, 1 a difference, 77 skipped (no nvcc, no executor).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from prepare import SAMPLES, SKIPPED, add_arguments, kept, lacking, prepare
from programs import Cache, Failure

HAZARD_EXIT = 97  # of a program that ran to its end with hazards (docs/executor.md)


@dataclass
class Behaviour:
    """What a program did over all seeds."""

    cases: dict = field(default_factory=dict)  # seed -> CASE lines
    hazards: dict = field(default_factory=dict)  # (kind, kernel) -> first full line


def hazard_key(record):
    """Lines and threads move when code is rewritten: the kind and the kernel count."""
    kind, *fields = record.split("\t")
    named = dict(f.split("=", 1) for f in fields if "=" in f)
    return kind, named.get("kernel", "").split("(")[0]


def first_lines(text, count=8):
    lines = text.decode(errors="replace").splitlines()
    more = [f"... {len(lines) - count} more lines"] if len(lines) > count else []
    return "\n".join(lines[:count] + more)


def execute(program, seeds, timeout, tolerated=()):
    """Runs with each seed; hazards of the tolerated kinds are kept, not fatal."""
    result = Behaviour()
    for seed in seeds:
        report = program.path.with_suffix(f".{os.getpid()}.hazards")
        report.unlink(missing_ok=True)
        environment = dict(os.environ, PIPELINE_EXEC_SEED=str(seed),
                           PIPELINE_EXEC_REPORT=str(report), **program.environment)
        try:
            run = subprocess.run([program.path, "--seed", str(seed)], env=environment,
                                 capture_output=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            raise Failure(f"seed {seed}: still running after {timeout} s") from None
        if report.exists():
            for line in program.plain(report.read_text(errors="replace")).splitlines():
                if line.strip():
                    result.hazards.setdefault(hazard_key(line), line)
            report.unlink()
        output = run.stdout.decode(errors="replace").splitlines()
        result.cases[seed] = [line for line in output if line.startswith("CASE ")]
        found = {line.split("\t")[0] for line in result.hazards.values()}
        if run.returncode != 0 and not (
                run.returncode == HAZARD_EXIT and found <= set(tolerated)):
            raise Failure(f"seed {seed}: exit {run.returncode}\n"
                          + "\n".join(line for line in output if not line.endswith(" ok"))
                          + "\n" + program.plain(first_lines(run.stderr)))
        if not result.cases[seed]:
            raise Failure(f"seed {seed}: no CASE line")
    return result


def require_same(original, rewritten):
    for seed, cases in original.cases.items():
        for want, got in zip(cases, rewritten.cases[seed]):
            if want != got:
                raise Failure(f"seed {seed}:\n  original  {want}\n  rewritten {got}")
        if len(cases) != len(rewritten.cases[seed]):
            raise Failure(f"seed {seed}: the number of cases differs")
    new = [line for key, line in rewritten.hazards.items() if key not in original.hazards]
    if new:
        raise Failure("new hazards:\n" + "\n".join(new))


def behaviour(program, seeds, timeout):
    """As execute(), of what Cache.programs() gave for a text."""
    if isinstance(program, Failure):
        raise program
    return execute(program, seeds, timeout)


def compare(arguments, prepared):
    """Prints one line per form; gives the number of forms that failed."""
    name, outcomes, programs = arguments.sample.stem, prepared.outcomes, prepared.programs
    text = arguments.sample.read_bytes()
    try:
        original = behaviour(programs[text], arguments.seeds, arguments.timeout)
    except Failure as failure:
        print(f"FAIL {name} original: {failure}")
        return 1
    cases = len(next(iter(original.cases.values())))
    print(f"ok   {name} original: {cases} cases, {len(arguments.seeds)} seeds, "
          f"{len(original.hazards)} kinds of hazard")
    for line in original.hazards.values():
        print(f"     {line}")
    if outcomes and all(outcome.status == "refused" for outcome in outcomes.values()):
        print(f"FAIL {name}: every form is refused: {next(iter(outcomes.values())).detail}")
        return 1
    return judge(arguments, outcomes, programs, original)


def judge(arguments, outcomes, programs, original):
    """Prints the verdict on each form; gives the number of those that failed."""
    failures = 0
    done = {}  # text -> the form that it was seen in first, and its verdict
    for form, outcome in outcomes.items():
        label = f"{arguments.sample.stem} {form.name}:"
        if outcome.status == "error":
            print(f"FAIL {label} {outcome.detail}")
            failures += 1
        elif outcome.status == "refused":
            print(f"--   {label} refused {outcome.detail}")
        elif outcome.text in done:
            first, verdict = done[outcome.text]
            print(f"{verdict} {label} same text as {first}")
        else:
            done[outcome.text] = form.name, "ok  "
            try:
                program = programs[outcome.text]
                require_same(original, behaviour(program, arguments.seeds, arguments.timeout))
                print(f"ok   {label} accepted {outcome.detail}")
            except Failure as failure:
                print(f"FAIL {label} {outcome.detail}: {failure}")
                done[outcome.text] = form.name, "FAIL"
                failures += 1
        sys.stdout.flush()
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sample", type=Path)
    add_arguments(parser)
    parser.add_argument("--seeds", type=lambda text: [int(s) for s in text.split(",")],
                        default=[1, 2, 3], help="comma-separated, default 1,2,3")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for one program")
    parser.add_argument("--original-only", action="store_true")
    parser.add_argument("--prepared", action="store_true", help="run what prepare.py has made")
    arguments = parser.parse_args()

    if reason := lacking(arguments):
        print(f"skipped: {reason}")
        return SKIPPED
    if not arguments.original_only and not (arguments.tool and arguments.tool.exists()):
        parser.error("--tool is needed")
    source = arguments.sample = arguments.sample.resolve()
    if arguments.prepared:
        prepared = kept(arguments, source)
        if not prepared:
            print(f"FAIL {source.stem}: what prepare.py made of it does not hold")
            return 1
        return 1 if compare(arguments, prepared) else 0
    cache = Cache(arguments.cache.resolve() / source.stem, arguments.nvcc, arguments.executor, SAMPLES)
    failures = compare(arguments, prepare(arguments, [source], cache)[source])
    if failures == 0:
        cache.prune()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
