#!/usr/bin/env python3
"""Makes each mistake of Mutations.def in the rewriter and demands that it be noticed.

The tool is pipeline-rewrite-mutants. For each mutation it
rewrites sources that can show the mistake, cheapest first, until one does: the
tool's own validation rejects the output, or its own run of both texts finds a
difference, or nvcc rejects the output, or the rewritten program gives other
output or new hazards under the executor, by itself or in a script of executor/programs, a test that demands a
refusal would fail, or the comparison of the trees, and no earlier rule, names the
mistake. A mutation of which nothing is seen survives. What only a program that nvcc builds
can show waits for the others: the texts of all of these are compiled together.

Holes in the analysis must also be stopped by what the tool does with every
rewrite: on a kernel of alone/ the tool itself must run both texts and end with
70, or the comparison of the trees stops it before, or the table says why that cannot be.

    run.py --tool build/bin/pipeline-rewrite-mutants --executor build/lib/libpipeline_cudart.a \\
           --cache build/test/mutation/cache [NAME...]

Exit: 0 all killed, 1 a survivor or a mistake in the tables of shown_by.py, 77 skipped (no
nvcc).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "samples"))
from compare import SKIPPED, behaviour, require_same  # noqa: E402
from forms import REPAIRED, rewrite  # noqa: E402
from programs import Cache, Failure  # noqa: E402
from shown_by import KERNELS, SAMPLES, SHOWN_BY, STOPPED_ALONE, Checked, Compared, Refused  # noqa: E402

VARIABLE = "PIPELINE_REWRITE_MUTATION"
SEEDS = [1, 2]
TIMEOUT = 300  # s; a busy machine takes its time


def mutations():
    """Name and mistake of each, from the one list."""
    text = (HERE / "Mutations.def").read_text()
    text = re.sub(r"^\s*//.*", "", text, flags=re.M)
    return dict(re.findall(r'^MUTATION\(\w+,\s*"([^"]+)",\s*"([^"]*)"\)', text, flags=re.M))


def reason(failure):
    """The text of a Failure in a few words."""
    text = str(failure)
    if text.startswith("nvcc"):
        line = next(l for l in text.splitlines()[1:] if re.search("error|warning", l))
        return "nvcc: " + re.split("error|warning", line)[-1].lstrip("#0123456789-D :")[:70]
    if "still running" in text:
        return "does not end"
    kinds = dict.fromkeys(re.findall(r"^(?:pipeline-exec: )?([A-Z]+(?:-[A-Z]+)*)"
                                     r"(?=\t| (?:\(\w+\) )?(?:at|in) )", text, flags=re.M))
    different = "  original " in text or " BAD" in text
    seen = (["output differs"] if different else []) + (["hazard " + ", ".join(kinds)] if kinds else [])
    return "; ".join(seen) or text.splitlines()[-1][:80]


class Deferred(Exception):
    """Nothing but programs that nvcc builds can show it: their texts, and what goes into executed()."""

    def __init__(self, texts, *rewritten):
        super().__init__(texts, *rewritten)
        self.texts, self.rewritten = texts, rewritten


class Judge:
    """Tries one mutation; lives in a process of its own, since it sets the environment."""

    right_outcomes, right_inside = {}, {}  # of this process

    def __init__(self, arguments, work):
        self.arguments, self.work = arguments, work

    def rewritten(self, mutation, trial):
        os.environ[VARIABLE] = mutation
        source = trial.source if trial.source.parent == SAMPLES else self.work / trial.source.name
        # rewrite() takes the flags from any object that has some.
        return rewrite(self.arguments.tool, source, trial,
                       self.work / f"{source.stem}.{mutation or 'right'}.{os.getpid()}.out.cu")

    def right(self, trial):
        """The outcome without a mutation, which many mutations share."""
        if trial not in self.right_outcomes:
            self.right_outcomes[trial] = self.rewritten("", trial)
        return self.right_outcomes[trial]

    def run(self, mutation, trial):
        """The reason why it is killed, or None."""
        if isinstance(trial, Refused):
            return self.run_refused(mutation, trial)
        if isinstance(trial, Compared):
            return self.run_compared(mutation, trial)
        if isinstance(trial, Checked):
            return self.run_checked(mutation, trial)
        right = self.right(trial)
        if right.status == "error":
            raise Failure(f"{trial.label}: without mutation {right.detail}")
        wrong = self.rewritten(mutation, trial)
        if wrong.status == "error":
            return "validation: " + re.sub(r".*internal: \S+ |; the file is unt.*", "", wrong.detail)
        if wrong.status == "refused" and "meaning-changes" in wrong.detail != right.detail:
            return "refused " + wrong.detail
        if wrong.text == right.text:
            return None
        if wrong.status == "refused":
            return "refused " + wrong.detail
        return self.run_inside(mutation, trial) or self.built(mutation, trial, right, wrong)

    def inside(self, mutation, trial):
        """What the tool finds when it runs both texts in its own process, or None."""
        source = self.work / trial.source.name
        if not source.exists():
            shutil.copy(trial.source, source)
        run = subprocess.run([self.arguments.tool, source, *trial.flags, "--verify=kernels", "--quiet"],
                             capture_output=True, text=True, env=dict(os.environ, **{VARIABLE: mutation}),
                             timeout=TIMEOUT)
        seen = re.search("original and output differ when they are run: (.*?);", run.stderr)
        return seen[1] if seen else None

    def run_inside(self, mutation, trial):
        """Cheaper than a program that nvcc builds; a line that is to be repaired is the tool's own."""
        if REPAIRED in trial.source.read_bytes():
            return None
        seen = self.inside(mutation, trial)
        if seen and trial not in self.right_inside:
            self.right_inside[trial] = self.inside("", trial)
        if seen and self.right_inside[trial]:
            raise Failure(f"{trial.label}: without mutation the tool's own run finds a difference")
        return "inside: " + re.sub(" in .*", "", seen)[:60] if seen else None

    def run_alone(self, mutation, trial):
        """What the tool says when it ends with 70, or None."""
        source, kept = self.work / trial.source.name, self.work / f"kept-{mutation}-{trial.source.stem}"

        def run(name):
            return subprocess.run(
                [self.arguments.tool, source, "--cuda-path=builtin", "--choose=rules", *trial.flags, "-i",
                 f"--keep-counterexample={kept}", "--", "-std=c++17", *trial.compiler], capture_output=True, text=True,
                env=dict(os.environ, **{VARIABLE: name}), timeout=TIMEOUT)
        shutil.copy(trial.source, source)
        if (right := run("")).returncode == 70 or kept.exists():
            raise Failure(f"{trial.label}: without mutation {right.stderr.splitlines()[0]}")
        shutil.copy(trial.source, source)
        wrong = run(mutation)
        seen = re.search("original and output differ when they are run: (.*?);", wrong.stderr)
        if "[meaning-changes]" in wrong.stderr:
            return "not run, since the trees differ"
        if wrong.returncode != 70 or not seen:
            return None
        self.check_kept(trial, source, kept, seen[1])
        return seen[1]

    @staticmethod
    def check_kept(trial, source, kept, difference):
        """The file is as it was, and the counterexample has both texts and the launch."""
        text, name = trial.source.read_text(), source.stem
        files = {path.name: path.read_text() for path in kept.iterdir()}
        if source.read_text() != text or files.get(f"{name}.original.cu") != text:
            raise Failure(f"{trial.label}: the file or its copy is not the original")
        if files.get(f"{name}.output.cu", text) == text:
            raise Failure(f"{trial.label}: the output is not kept")
        if difference.split(" at ")[0] not in files.get(f"{name}.launch.txt", ""):
            raise Failure(f"{trial.label}: the launch is not kept")

    def built(self, mutation, trial, right, wrong):
        """Those of all mutations are compiled together."""
        text = trial.source.read_bytes()
        names = {text: "orig", wrong.text: mutation}
        if right.status == "accepted" and trial.source.parent == KERNELS:
            names[right.text] = "right"
        raise Deferred({text: f"{trial.source.stem}.{name}" for text, name in names.items()}, right, wrong)

    @staticmethod
    def executed(trial, programs, right, wrong):
        """What the executor or nvcc says of the wrong text, or None."""
        text = trial.source.read_bytes()
        original = behaviour(programs[text], SEEDS, TIMEOUT)
        if right.text in programs and right.text != text:
            require_same(original, behaviour(programs[right.text], SEEDS, TIMEOUT))
        try:
            require_same(original, behaviour(programs[wrong.text], SEEDS, TIMEOUT))
        except Failure as failure:
            return reason(failure)
        return None

    def messages(self, trial, names, *more):
        """What the tool says of a test with the flags of its first RUN line."""
        words = [str(trial.source), "--cuda-path=builtin", "--choose=rules", *getattr(trial, "flags", ())]
        command = re.search(r"RUN: %pipeline-rewrite (.*?) \d?>", trial.source.read_text())
        if command and not getattr(trial, "flags", ()):
            flags = shlex.split(command[1].replace("%builtin", "--cuda-path=builtin --choose=rules"))
            words = [str(trial.source) if word == "%s"
                     else word.replace("%S", str(trial.source.parent)).replace("%t", str(self.work / trial.source.stem))
                     for word in flags]
        run = subprocess.run([self.arguments.tool, *more, *words], capture_output=True, text=True,
                             env=dict(os.environ, **{VARIABLE: names}), timeout=TIMEOUT)
        return run.stderr

    def run_checked(self, mutation, trial):
        """What the script of a program says that it does not say without the mutation."""
        programs = HERE.parent / "executor" / "programs"
        name = trial.name.replace("-", "_")

        def said(mistake):
            # Of this process: another one may be running the right program.
            folder = self.work / f"{name}.{mistake or 'right'}.{os.getpid()}"
            folder.mkdir(exist_ok=True)
            run = subprocess.run(["sh", programs / f"check_{name}.sh", self.arguments.tool, self.arguments.nvcc,
                                  programs / f"{name}.cu", self.arguments.executor, folder],
                                 capture_output=True, text=True, env=dict(os.environ, **{VARIABLE: mistake}),
                                 timeout=2 * TIMEOUT)
            return (run.stdout + run.stderr).strip().replace(f"{folder}/", "") if run.returncode else None
        if trial not in self.right_outcomes:
            self.right_outcomes[trial] = said("")
        if self.right_outcomes[trial]:
            raise Failure(f"{trial.label}: without mutation {self.right_outcomes[trial]}")
        wrong = said(mutation)
        return f"checked: {wrong.splitlines()[0][:70]}" if wrong else None

    def run_compared(self, mutation, trial):
        """Without the comparison nothing names what it names."""
        def seen(names):
            said = self.messages(trial, names, "--verify=syntax")
            return re.findall(r"left alone: (.*?) in the new text.*\[meaning-changes\]"
                              r"|internal: \S+ (.*?) of the output", said)
        if seen("") or seen(f"{mutation},uncompared"):
            raise Failure(f"{trial.label}: says so without the mutation, or without the comparison")
        found = seen(mutation)
        return "compared: " + "".join(found[0]) if found else None

    def run_refused(self, mutation, trial):
        ids = re.findall(r"CHECK:.*\[([a-z-]+)\]", trial.source.read_text())

        def refuses(name):
            return f"[{ids[0]}]" in self.messages(trial, name)
        if not refuses(""):
            raise Failure(f"{trial.label}: does not refuse with [{ids[0]}] as it is")
        return None if refuses(mutation) else f"test demands [{ids[0]}]"


@dataclass
class Judged:
    """A line of the table."""

    mutation: str
    killed: str = None
    where: str = ""
    error: str = None
    seconds: float = 0
    trials: list = field(default_factory=list)  # with deferred: that one, and those behind it
    deferred: Deferred = None
    programs: dict = field(default_factory=dict)  # of the texts of deferred

    @property
    def bad(self):
        return bool(self.error) or not self.killed

    def show(self, width):
        verdict = f"ERROR {self.error}" if self.error else self.killed or "SURVIVED"
        print(f"{self.mutation:{width}}  {verdict}  [{self.where}, {self.seconds:.1f} s]", flush=True)


def judge(arguments, judged):
    """Goes on with a mutation, up to the next text that is to be compiled."""
    one = Judge(arguments, arguments.cache / "work")
    start, mutation, deferred = time.monotonic(), judged.mutation, judged.deferred
    judged.deferred = None
    try:
        while judged.trials and not judged.killed:
            judged.where = judged.trials[0].label
            if deferred:
                judged.killed = one.executed(judged.trials[0], judged.programs, *deferred.rewritten)
            else:
                judged.killed = one.run(mutation, judged.trials[0])
            deferred = None
            judged.trials = judged.trials[1:]
        for trial in STOPPED_ALONE.get(mutation, []) if judged.killed else []:
            if isinstance(trial, str):
                judged.killed += f"; alone: not seen, {trial}"
                continue
            stopped = one.run_alone(mutation, trial)
            judged.where = trial.label
            if not stopped:
                raise Failure("execution in the tool does not stop it")
            judged.killed += f"; alone: {re.sub(' in .*', '', stopped)[:60]}"
    except Deferred as found:
        judged.deferred = found
    except Failure as failure:
        judged.error = f"{judged.where}: {failure}"
    judged.seconds += time.monotonic() - start
    return judged


def compiled(cache, open_ones):
    """The same, with the programs that they wait for."""
    texts = {}
    for judged in open_ones:
        for text, name in judged.deferred.texts.items():
            texts.setdefault(text, name)
    made = cache.programs(texts, refuse_warnings=False)
    for judged in open_ones:
        judged.programs = {text: made[text] for text in judged.deferred.texts}
    return open_ones


def judge_all(arguments, cache, names):
    """Prints the table; gives the number of those that are not killed."""
    start, bad, width = time.monotonic(), 0, max(map(len, names))
    open_ones = [Judged(name, trials=SHOWN_BY[name]) for name in names]
    with ProcessPoolExecutor(arguments.jobs) as pool:
        while open_ones:
            deferred = []
            for judged in pool.map(judge, [arguments] * len(open_ones), open_ones):
                if judged.deferred:
                    deferred.append(judged)
                    continue
                bad += judged.bad
                judged.show(width)
            open_ones = compiled(cache, deferred)
    print(f"{len(names) - bad} of {len(names)} mutations killed in {time.monotonic() - start:.0f} s")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="mutations to try, default all")
    parser.add_argument("--tool", type=Path, required=True, help="pipeline-rewrite-mutants")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--executor", type=Path, required=True, help="libpipeline_cudart.a")
    parser.add_argument("--cache", type=Path, required=True,
                        help="folder for compiled programs, kept between runs")
    parser.add_argument("-j", type=int, default=2, dest="jobs")
    arguments = parser.parse_args()

    known = mutations()
    if unlisted := sorted(set(known) ^ set(SHOWN_BY)):
        print("Mutations.def and the table of run.py differ: " + ", ".join(unlisted))
        return 1
    if unlisted := sorted(set(STOPPED_ALONE) - set(known)):
        print("no such mutation: " + ", ".join(unlisted))
        return 1
    if unknown := sorted(set(arguments.names) - set(known)):
        parser.error("no such mutation: " + ", ".join(unknown))
    arguments.nvcc = shutil.which(arguments.nvcc)
    if not arguments.nvcc:
        print("skipped: nvcc not found")
        return SKIPPED
    for name in ("tool", "executor", "cache"):
        setattr(arguments, name, getattr(arguments, name).resolve())

    # The tool reads kernels where it finds harness.h beside them.
    work = arguments.cache / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for file in [*KERNELS.glob("*.cu"), SAMPLES / "harness.h"]:
        shutil.copy(file, work)
    # A mutant may never end: less patience than the executor has by itself.
    os.environ.setdefault("PIPELINE_EXEC_STEPS", "50000000")

    cache = Cache(arguments.cache / "programs", arguments.nvcc, arguments.executor, SAMPLES)
    bad = judge_all(arguments, cache, arguments.names or list(SHOWN_BY))
    if not arguments.names and not bad:
        cache.prune()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
