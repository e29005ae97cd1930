#!/usr/bin/env python3
"""How many rewritten loops are run before they are shown, and what that costs.

    executed.py --tool build/bin/pipeline-rewrite test/samples/*.cu
    executed.py --tool build/bin/pipeline-rewrite --forms '--variant=ldg' FILE...
    executed.py --tool build/bin/pipeline-rewrite --checkout ~/HeCBench --checkout ~/llm.c

For each form: rewritten loops, those that were executed, why the others were
not, and the seconds of a loop. A checkout is a tree of somebody's code, with
the flags that its build files name, and with the loops of its headers through
the files that include them. Exit: 1 if an output was found wrong.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import collections
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "corpus"))
from checkout import BARRIER, Checkout  # noqa: E402

FORMS = ["--variant=auto", "--variant=ldg", "--variant=cpasync --stages=3"]


@dataclass
class Source:
    """A file, from where it is compiled, and how."""
    path: str
    folder: str = "."
    options: list = field(default_factory=list)
    flags: list = field(default_factory=list)


def sources_of(folder, only):
    """What a checkout compiles and may have loops in."""
    checkout = Checkout(folder)
    included = checkout.includedSources()
    for path in checkout.sources():
        if path in included or not re.search(only, path):
            continue
        flags, order = checkout.flags(path)
        if any(BARRIER.search(checkout.text(file)) for file in order):
            options = ["--header-filter=^[^/]"]
            arch = re.search(r"-arch=(sm_\d+)", " ".join(flags))
            if arch and int(arch[1][3:]) > 86:
                options.append("--arch=" + arch[1])
            yield Source(path, checkout.root, options, [f for f in flags if not f.startswith("-arch")])


def report_of(tool, form, source, timeout):
    """The files of the report on one source, and what is wrong."""
    command = [tool, source.path, *shlex.split(form), *source.options, "--report=json", "-j1"]
    if source.flags:
        command += ["--", *source.flags]
    try:
        run = subprocess.run(command, cwd=source.folder, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return [], f"no end after {timeout:g} s"
    try:
        files = json.loads(run.stdout)["files"]
    except ValueError:
        return [], f"ended with {run.returncode}: {run.stderr.decode('utf-8', 'replace').strip()[-300:]}"
    return files, "; ".join(file["error"] for file in files if file["status"] == "internal-fault")


def kind(reason):
    """A reason without what is particular to one loop, for counting."""
    reason = re.sub(r"'[^']*(<[^']*)?': ", "", reason)
    reason = re.sub(r"(the original, first of all: [A-Z-]+).*", r"\1", reason)
    reason = re.sub(r" (at|in) \S+\.(cu|cuh|h|hpp)\S*.*", "", reason)
    return reason[:110]


class Table:
    def __init__(self, form, verbose):
        self.form, self.verbose = form, verbose
        self.loops = {}  # by place: of a header, through the file that ran it best
        self.wrong = []

    def add(self, source, files, wrong):
        name = os.path.basename(source.path)
        if wrong:
            self.wrong.append(name)
            print(f"WRONG {source.path} {self.form}: {wrong}", flush=True)
        for file in files:
            for loop in file["loops"]:
                if loop["verdict"] != "rewritten":
                    continue
                place = os.path.join(source.folder, loop["place"]["file"]), loop["place"]["line"]
                done = loop["execution"] or {"seconds": 0, "launches": 0, "leastTiles": 0, "mostTiles": 0,
                                             "executed": False, "notExecuted": "no entry in the report"}
                known = self.loops.get(place)
                if not known or known["launches"] < done["launches"]:
                    self.loops[place] = done
                if self.verbose or done["notExecuted"]:
                    print(f"  {source.path}: {os.path.basename(place[0])}:{place[1]} {done['seconds']:.2f} s, "
                          f"{done['launches']} launches, {done['leastTiles']} to {done['mostTiles']} tiles; "
                          f"{done['notExecuted'] or 'all'}", flush=True)

    def show(self):
        loops = self.loops.values()
        seconds = [done["seconds"] for done in loops if done["launches"]]
        whole = sum(done["executed"] and not done["notExecuted"] for done in loops)
        part = sum(done["executed"] and bool(done["notExecuted"]) for done in loops)
        share = 100 * (whole + part) / len(loops) if loops else 100
        print(f"{self.form}: {len(loops)} loops rewritten, {whole} executed, {part} in some instances ({share:.1f} %); "
              f"median {statistics.median(seconds) if seconds else 0:.2f} s, worst {max(seconds, default=0):.2f} s; "
              f"{len(self.wrong)} files wrong")
        reasons = collections.Counter(kind(done["notExecuted"]) for done in loops if done["notExecuted"])
        for reason, count in reasons.most_common():
            print(f"  {count} x not executed: {reason}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--forms", action="append", help="options of one form; may be repeated")
    parser.add_argument("--checkout", action="append", default=[], metavar="DIR", help="somebody's code; may be repeated")
    parser.add_argument("--only", default="", metavar="REGEX", help="of a checkout, files whose path matches")
    parser.add_argument("--timeout", type=float, default=120, metavar="S", help="for one run of the tool")
    parser.add_argument("-v", action="store_true", help="a line for each loop")
    parser.add_argument("sources", nargs="*")
    arguments = parser.parse_args()
    arguments.tool = os.path.abspath(arguments.tool)
    sources = [Source(path) for path in arguments.sources]
    for folder in arguments.checkout:
        sources += sources_of(folder, arguments.only)
    bad = False
    for form in arguments.forms or (FORMS if arguments.sources else FORMS[:1]):
        table = Table(form, arguments.v)
        for source in sources:
            table.add(source, *report_of(arguments.tool, form, source, arguments.timeout))
        table.show()
        bad |= bool(table.wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
