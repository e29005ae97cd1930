#!/usr/bin/env python3
"""Runs the tool over checkouts of third-party code and counts what became of their loops.

    run_corpus.py ~/checkouts/HeCBench ~/checkouts/llm.c --tool build/bin/pipeline-rewrite --json corpus.json
    run_corpus.py ~/checkouts/* --compile            # nvcc must take every output whose original it took
    run_corpus.py ~/checkouts/HeCBench --execute     # run programs before and after, on the CPU (execute.py)

Each folder is one repository; it is only read. Files without a block barrier in them or in what they include are
counted and not parsed, unless --all is given. A header whose loops were not reported with a .cu file is named to the
tool itself, with the flags of a file that includes it and the instances that the repository's text launches; if it does
not stand alone, it is pasted into that file for the purpose.

The JSON holds one record per loop that owns a block barrier: what was decided, or why it is no K-loop.

Exit: 0, or 1 if the tool crashed or timed out, an output stopped compiling, or a program changed what it prints.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import collections
import concurrent.futures
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field

import execute
from checkout import BARRIER, Checkout
from texts import instancesOf, paste, patched, patches, readBytes, writeBytes


@dataclass
class File:
    """What happened to one file."""
    repository: str
    path: str
    flags: list
    header: bool = False
    parsed: str = ""        # skipped, fully, partly, not
    seconds: float = 0.0
    outcome: str = "ok"     # ok, error, crash, timeout
    message: str = ""
    compiled: str = ""      # "", original-fails, original-ok (nothing to compare), ok, OUTPUT-FAILS
    compileMessage: str = ""
    instances: list = field(default_factory=list)
    pastedInto: str = ""    # for a header that does not stand alone
    diff: str = ""
    parseErrors: list = field(default_factory=list)
    loops: list = field(default_factory=list)


@dataclass
class Loop:
    """One loop that owns a block barrier."""
    repository: str
    file: str
    line: int
    kernel: str
    verdict: str            # rewritten, already-pipelined, refused, not-a-k-loop
    id: str = ""            # of the refusal; for a rewritten loop, why no better form
    form: str = ""
    detail: str = ""
    run: str = ""           # of a rewritten loop: equal, or why it was not run; empty without --run-kernels


class Runner:
    def __init__(self, options):
        self.options = options
        self.farms = threading.local()
        self.temporary = tempfile.mkdtemp(prefix="corpus-")

    # One file.

    def runHeader(self, checkout, path, flags, user):
        """A header: by itself, or pasted into a file that includes it if it does not stand alone."""
        file = self.run(checkout, path, flags)
        alone = file.parsed == "fully" and all(l.id != "template-not-instantiated" for l in file.loops)
        if alone or not user or file.outcome in ("crash", "timeout"):
            return file
        text, first = paste(checkout, user, path)
        if not text:
            return file
        name = os.path.join(self.temporary, "pasted-%d-%s" % (threading.get_ident(), os.path.basename(user)))
        writeBytes(name, text)
        pasted = self.run(checkout, name, flags)
        os.unlink(name)
        last = first + checkout.text(path).count("\n")
        pasted.loops = [l for l in pasted.loops if first <= l.line <= last]
        if pasted.outcome == "error" or (file.loops and not pasted.loops):
            return file
        for loop in pasted.loops:
            loop.file, loop.line = path, loop.line - first + 1
        pasted.path, pasted.pastedInto = path, user
        return pasted

    def run(self, checkout, path, flags):
        file = File(checkout.name, path, flags)
        record = self._report(checkout, file)
        if not record:
            return file
        unnamed = {l["kernel"] for l in record["loops"]
                   if l["refusal"] and l["refusal"]["id"] == "template-not-instantiated"}
        if unnamed:
            instances = sorted(i for kernel in unnamed for i in instancesOf(checkout, kernel, path))
            if instances:
                named = File(checkout.name, path, flags, instances=instances)
                better = self._report(checkout, named)
                if not better:
                    return named
                if better["status"] != "error":
                    record, file.instances = better, instances
        self._fill(checkout, file, record)
        if file.outcome == "ok":
            self._notListed(checkout, file)
        if self.options.compile and (file.diff and file.outcome == "ok" or file.parseErrors and path.endswith(".cu")):
            self._compile(checkout, file)
        return file

    def _command(self, file, extra):
        command = [self.options.tool, file.path, "-j1", "--choose=rules", "--verify=" + ("kernels" if self.options.run_kernels else "syntax"),
                   "--variant=" + self.options.variant] + extra
        command += ["--instantiate=" + i for i in file.instances]
        arch = re.search(r"-arch=(sm_\d+)", " ".join(file.flags))
        if arch and int(arch[1][3:]) > 86:
            command.append("--arch=" + arch[1])
        return command + self.options.tool_arg + ["--"] + [f for f in file.flags if not f.startswith("-arch")]

    def _report(self, checkout, file):
        """The tool's record of the file, or None and the outcome in `file`."""
        document, file.seconds = self._tool(checkout, file, ["--report=json"])
        try:
            return json.loads(document)["files"][0] if document is not None else None
        except (ValueError, LookupError):
            file.outcome, file.message = "crash", "no JSON: " + document[:200]
            return None

    def _tool(self, checkout, file, extra):
        """Standard output, or None and the outcome in `file`."""
        start = time.monotonic()
        try:
            done = subprocess.run(self._command(file, extra), cwd=checkout.root, capture_output=True,
                                  timeout=self.options.timeout)
        except subprocess.TimeoutExpired:
            file.outcome, file.message = "timeout", "after %g s" % self.options.timeout
            return None, time.monotonic() - start
        seconds = time.monotonic() - start
        out, err = (t.decode("utf-8", "replace") for t in (done.stdout, done.stderr))
        if done.returncode not in (0, 1, 2, 3):
            file.outcome = "crash"
            file.message = "exit %d: %s" % (done.returncode, (err or out)[-1500:])
            if done.returncode != 70 or not out.lstrip().startswith("{"):
                return None, seconds
        return out, seconds

    def _fill(self, checkout, file, record):
        file.diff = record["diff"]
        file.parseErrors = ["%s:%d: %s" % (e["place"]["file"], e["place"]["line"], e["message"])
                            for e in record["parseErrors"]]
        if record["status"] == "error":
            file.parsed, file.outcome, file.message = "not", "error", record["error"] or ""
        elif record["status"] == "internal-fault":
            file.outcome, file.message = "crash", record["error"] or ""
        else:
            file.parsed = "partly" if file.parseErrors else "fully"
        for loop in record["loops"]:
            refusal = loop["refusal"] or {}
            where = loop["place"]["file"]
            where = os.path.relpath(os.path.join(checkout.root, where), checkout.root)
            file.loops.append(Loop(checkout.name, where, loop["place"]["line"], loop["kernel"], loop["verdict"],
                                   refusal.get("id", ""), loop["form"] or "", refusal.get("detail", ""),
                                   ranHow(loop.get("execution"))))

    def _notListed(self, checkout, file):
        """Loops with a barrier that the report leaves out, from --print=matches."""
        out, _ = self._tool(checkout, file, ["--print=matches"])
        listed = {l.line for l in file.loops}
        for line, kernel, reason in re.findall(
                r"^loop (\d+):\d+ in (.*?)(?: in-macro)? instances=.*\n  not a K-loop: (.*)", out or "", re.M):
            if int(line) not in listed:
                file.loops.append(Loop(checkout.name, file.path, int(line), kernel, "not-a-k-loop", detail=reason))

    # Compiling.

    def farm(self, checkout):
        """A copy of the checkout made of links, one per worker, in which a file can be replaced."""
        farms = self.farms.__dict__.setdefault("made", {})
        if checkout.name not in farms:
            farm = tempfile.mkdtemp(prefix=checkout.name + "-", dir=self.temporary)
            for folder, folders, names in os.walk(checkout.root):
                folders[:] = [f for f in folders if not f.startswith(".")]
                here = os.path.join(farm, os.path.relpath(folder, checkout.root))
                os.makedirs(here, exist_ok=True)
                for name in names:
                    os.symlink(os.path.join(folder, name), os.path.join(here, name))
            farms[checkout.name] = farm
        return farms[checkout.name]

    @contextlib.contextmanager
    def changed(self, checkout, files):
        """The worker's copy of the checkout with the patches of `files` in it. Gives the new names of pasted files."""
        farm, originals, names = self.farm(checkout), {}, {}
        try:
            for path, hunks in {path: hunks for file in files for path, hunks in patches(file.diff)}.items():
                original, place = os.path.join(checkout.root, path), os.path.join(farm, path)
                if path not in checkout.known:
                    original, place = "/" + path, os.path.join(farm, os.path.basename(path))
                    names[original] = place
                text = patched(readBytes(original), hunks)
                if original not in names:
                    os.unlink(place)
                originals[place] = original
                writeBytes(place, text)
            yield names
        finally:
            for place, original in originals.items():
                os.unlink(place)
                if original not in names:
                    os.symlink(original, place)

    def _nvcc(self, farm, file, source):
        command = [self.options.nvcc, "-ptx", "-w", source, "-o", os.path.join(farm, ".out.ptx")] + file.flags
        try:
            done = subprocess.run(command, cwd=farm, capture_output=True, text=True, errors="replace",
                                  timeout=self.options.timeout * 4)
        except subprocess.TimeoutExpired:
            return "timeout"
        return "" if done.returncode == 0 else (done.stderr + done.stdout)[-3000:]

    def _compile(self, checkout, file):
        farm = self.farm(checkout)
        source = file.path
        if not file.path.endswith(".cu") and file.path in checkout.known:
            users = [s for s in checkout.sources() if file.path in checkout.flags(s)[1]]
            source = users[0] if users else file.path
            if users:
                file.flags = checkout.flags(source)[0]
        before = self._nvcc(farm, file, source)
        if before:
            file.compiled, file.compileMessage = "original-fails", before
            return
        if not file.diff or file.outcome != "ok":
            file.compiled = "original-ok"
            return
        with self.changed(checkout, [file]) as names:
            after = self._nvcc(farm, file, names.get(source, source))
        file.compiled, file.compileMessage = ("OUTPUT-FAILS", after) if after else ("ok", "")


# The table.

def ranHow(execution):
    """What the tool's own run of a rewritten loop came to."""
    if not execution:
        return ""
    return "equal" if execution["executed"] else execution["notExecuted"]


def summarise(name, files):
    loops = [l for f in files for l in f.loops]
    candidates = [l for l in loops if l.verdict != "not-a-k-loop"]
    count = lambda key, items: dict(collections.Counter(key(i) for i in items).most_common())
    return {
        "repository": name, "files": sum(not f.header for f in files), "headers": sum(f.header for f in files),
        "withoutBarrier": sum(f.parsed == "skipped" for f in files),
        "parsedFully": sum(f.parsed == "fully" for f in files),
        "parsedPartly": sum(f.parsed == "partly" for f in files),
        "notParsed": sum(f.parsed == "not" for f in files),
        "barrierLoops": len(loops), "candidates": len(candidates),
        "rewritten": count(lambda l: l.form, [l for l in loops if l.verdict == "rewritten"]),
        "run": count(lambda l: "equal" if l.run == "equal" else "not run", [l for l in loops if l.run]),
        "alreadyPipelined": sum(l.verdict == "already-pipelined" for l in loops),
        "refused": count(lambda l: l.id, [l for l in loops if l.verdict == "refused"]),
        "oneBufferBecause": count(lambda l: l.id, [l for l in loops if l.verdict == "rewritten" and l.id]),
        "crashes": [f.path for f in files if f.outcome in ("crash", "timeout")],
        "compiled": count(lambda f: f.compiled, [f for f in files if f.compiled]),
        "errorsWithoutNvccErrors": [f.path for f in files if f.parseErrors
                                    and f.compiled in ("ok", "original-ok", "OUTPUT-FAILS")],
        "rejectedOutputs": [f.path for f in files if f.compiled == "OUTPUT-FAILS"],
        "seconds": round(sum(f.seconds for f in files), 1),
        "slowest": max(((round(f.seconds, 1), f.path) for f in files), default=(0, "")),
    }


def show(table):
    print("\n%s" % table["repository"])
    listing = lambda d: ", ".join("%s %d" % (k, v) for k, v in d.items()) or "none"
    rows = [
        ("files", "%d .cu, %d without a barrier; headers looked at: %d" % (table["files"], table["withoutBarrier"],
                                                                        table["headers"])),
        ("parsed", "%d fully, %d partly, %d not" % (table["parsedFully"], table["parsedPartly"], table["notParsed"])),
        ("barrier loops", str(table["barrierLoops"])),
        ("K-loops", str(table["candidates"])),
        ("rewritten", "%d: %s" % (sum(table["rewritten"].values()), listing(table["rewritten"]))),
        ("one buffer", listing(table["oneBufferBecause"])),
        ("run", listing(table["run"])),
        ("pipelined", str(table["alreadyPipelined"])),
        ("refused", "%d: %s" % (sum(table["refused"].values()), listing(table["refused"]))),
        ("nvcc", listing(table["compiled"])),
        ("crashes", ", ".join(table["crashes"]) or "none"),
        ("time", "%.1f s, longest %.1f s (%s)" % ((table["seconds"],) + tuple(table["slowest"]))),
    ]
    if table["errorsWithoutNvccErrors"]:
        rows.append(("our errors", "%d files that nvcc takes" % len(table["errorsWithoutNvccErrors"])))
    if table["rejectedOutputs"]:
        rows.append(("REJECTED", ", ".join(table["rejectedOutputs"])))
    if "executed" in table:
        rows.append(("executed", listing(table["executed"])))
    for name, value in rows:
        print("  %-14s %s" % (name, value))


class Progress:
    """Says on standard error how far a repository is, and what went wrong."""

    def __init__(self, name):
        self.name = name
        self.shown = 0.0

    def wait(self, work):
        results = []
        for item in concurrent.futures.as_completed(work):
            file = item.result()
            results.append(file)
            if file.outcome in ("crash", "timeout"):
                print("%s: %s: %s" % (self.name, file.outcome.upper(), file.path), file=sys.stderr)
            if time.monotonic() - self.shown > 30 or len(results) == len(work):
                self.shown = time.monotonic()
                print("%s: %d of %d" % (self.name, len(results), len(work)), file=sys.stderr)
        return results


def runRepository(runner, folder):
    options = runner.options
    checkout = Checkout(folder)
    wanted = re.compile(options.only) if options.only else None
    jobs, files, flagsOf, userOf = [], [], {}, {}
    included = checkout.includedSources()
    for path in checkout.sources():
        if path in included:
            continue  # not compiled by itself
        flags, order = checkout.flags(path)
        flagsOf[path] = flags
        for header in order:
            if header != path:
                userOf.setdefault(header, path)
        if wanted and not wanted.search(path):
            continue
        if options.all or any(BARRIER.search(checkout.text(f)) for f in order):
            jobs.append((path, flags))
        else:
            files.append(File(checkout.name, path, flags, parsed="skipped"))
    headers = []
    for path in checkout.headers():
        if not wanted or wanted.search(path):
            user = userOf.get(path)
            headers.append((path, flagsOf[user] if user else checkout.flags(path)[0], user))
    progress = Progress(checkout.name)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        files += progress.wait([pool.submit(runner.run, checkout, path, flags) for path, flags in jobs])
        covered = {l.file for f in files for l in f.loops}  # headers whose loops were reported with a .cu file
        alone = progress.wait([pool.submit(runner.runHeader, checkout, path, flags, user)
                               for path, flags, user in headers if path not in covered])
    for file in alone:
        file.header = True
    files = sorted(files + alone, key=lambda f: f.path)
    table = summarise(checkout.name, files)
    runs = []
    if options.execute:
        runs = execute.runAll(runner, checkout, [f for f in files if f.diff])
        table["executed"] = dict(collections.Counter(r["outcome"] for r in runs))
    show(table)
    return table, files, runs


def write(path, tables, files, runs):
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"repositories": tables, "loops": [asdict(l) for f in files for l in f.loops],
                   "files": [{k: v for k, v in asdict(f).items() if k != "loops"} for f in files],
                   "executed": runs}, out, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="DIR")
    parser.add_argument("--tool", default="build/bin/pipeline-rewrite")
    parser.add_argument("--tool-arg", action="append", default=[], help="a further option for the tool")
    parser.add_argument("--variant", default="auto")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--timeout", type=float, default=120, metavar="S", help="for one run of the tool")
    parser.add_argument("--only", metavar="REGEX", help="files whose path matches")
    parser.add_argument("--all", action="store_true", help="parse files without a barrier, too")
    parser.add_argument("--compile", action="store_true", help="compile originals and outputs with nvcc")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--run-kernels", action="store_true", help="the tool runs each rewritten loop, as it does by default")
    parser.add_argument("--execute", action="store_true", help="run programs before and after (execute.py)")
    parser.add_argument("--executor", default="build/lib/libpipeline_cudart.a", metavar="FILE")
    parser.add_argument("--run-timeout", type=float, default=60, metavar="S", help="for one run of an original")
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args()
    options.tool, options.executor = os.path.abspath(options.tool), os.path.abspath(options.executor)
    runner = Runner(options)
    tables, files, runs = [], [], []
    try:
        for folder in options.folders:
            table, its, executed = runRepository(runner, folder)
            tables.append(table)
            files += its
            runs += executed
            if options.json:
                write(options.json, tables, files, runs)
    finally:
        shutil.rmtree(runner.temporary, ignore_errors=True)
    bad = any(t["crashes"] or t["rejectedOutputs"] for t in tables) or any(r["outcome"] == "DIFFERS" for r in runs)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
