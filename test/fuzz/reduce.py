"""Reduces a failing kernel to the decisions that it takes to fail."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import collections
import tempfile
import time

from checker import FORMS, Checker
from device_code import device_compiler


class Reducer:
    """One failure: a kernel of a seed, a form and a kind of problem."""

    def __init__(self, arguments, checker, seed, kernel, form, kind):
        self.arguments, self.checker = arguments, checker
        self.seed, self.index, self.form, self.kind = seed, int(kernel[1:]), form, kind

    def failing(self, plain):
        """The program and its problem if it still fails, or None."""
        figures, fired = collections.Counter(), collections.defaultdict(set)
        made = self.checker.program(self.seed, [self.index], plain)
        self.checker.arguments.plain, before = plain, self.checker.arguments.plain
        try:
            problems = self.checker.file(self.seed, [self.index], [self.form] if self.form else [], figures, fired)
        except Exception:  # the plainer kernel cannot be generated
            return None
        finally:
            self.checker.arguments.plain = before
        kinds = {problem.kind for _, _, problem in problems}
        if self.kind != "generator" and "generator" in kinds:
            return None
        return next(((made, problem) for _, _, problem in problems if problem.kind == self.kind), None)

    def reduce(self):
        """(kernel, names made plain, program, problem) or None."""
        plain = list(self.arguments.plain)
        best = self.failing(plain)
        deadline = time.monotonic() + self.arguments.reduce_time
        while best and time.monotonic() < deadline:
            name = f"k{self.index}"
            # Half of the decisions at once, then each by itself.
            left = [n for n in best[0].decisions[name].fancy() if n not in plain]
            for names in [left[:len(left) // 2], left[len(left) // 2:], *[[n] for n in left]]:
                smaller = self.failing(plain + names) if names and not set(names) & set(plain) else None
                if smaller:
                    plain += names
                    best = smaller
                if time.monotonic() > deadline:
                    break
            if set(best[0].decisions[name].fancy()) >= set(left):
                break
        return best and (f"k{self.index}", plain, *best)


def reduce_failure(arguments, seed, form_name, problem):
    if not problem.kernels:
        return None
    with tempfile.TemporaryDirectory(prefix="reduce.", dir=arguments.cache) as folder:
        own = {"launches": 0, "device": device_compiler(arguments, folder), "folder": folder}
        checker = Checker(argparse.Namespace(**{**vars(arguments), **own}), folder)
        form = FORMS[form_name] if form_name else None
        return Reducer(arguments, checker, seed, problem.kernels[0], form, problem.kind).reduce()


def keep(arguments, seed, form, problem, reduced):
    """Writes a failure down and prints it."""
    first = problem.detail.splitlines()[0] if problem.detail else ""
    print(f"FAIL [{problem.kind}] seed {seed} form {form} {','.join(problem.kernels)}: {first[:200]}", flush=True)
    if not arguments.keep:
        return
    arguments.keep.mkdir(parents=True, exist_ok=True)
    stem = f"{seed}.{form}.{''.join(problem.kernels[:1])}.{problem.kind.replace(' ', '-')}"
    lines = [f"kind: {problem.kind}", f"seed: {seed}, form: {form}", "", problem.detail]
    if reduced:
        kernel, plain, made, last = reduced
        (arguments.keep / f"{stem}.cu").write_bytes(made.text)
        (arguments.keep / f"{stem}.cases").write_text("\n".join(made.cases) + "\n")
        flags = " ".join(FORMS[form].flags) if form else ""
        lines += ["", f"reduced to {kernel}; decisions left: {', '.join(made.decisions[kernel].fancy())}", last.detail, "",
                  f"generate.py --profile {arguments.profile} --seed {seed} --only {kernel[1:]} --plain {','.join(plain) or repr('')} -o {stem}.cu",
                  f"pipeline-rewrite {stem}.cu {flags} -o out.cu"]
    (arguments.keep / f"{stem}.txt").write_text("\n".join(lines) + "\n")
