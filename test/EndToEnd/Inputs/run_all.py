"""Runs every test of a folder by the flags of its first RUN line.

usage: run_all.py PIPELINE_REWRITE FOLDER WORK second-run | refused

second-run: every output is recognised as pipelined, and a second run leaves it
as it is. refused: a file whose loops are all refused stays as it is, byte by
byte, and nothing is left beside it.
"""
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

RUN = re.compile(r"RUN: %pipeline-rewrite %s %builtin(.*?)(?: 2>| \|| -o | --print|$)", re.M)


def run(program, file, flags, *more):
    words = [program, str(file), "--cuda-path=builtin", *flags, *more]
    return subprocess.run(words, capture_output=True, check=True, timeout=60)


def verdicts(program, file, flags):
    report = json.loads(run(program, file, flags, "--report=json").stdout)
    return [loop["verdict"] for unit in report["files"] for loop in unit["loops"]]


def main():
    program, folder, work, what = sys.argv[1:]
    shutil.rmtree(work, ignore_errors=True)
    Path(work).mkdir(parents=True)
    for header in Path(folder).glob("*.h"):
        shutil.copy(header, work)
    seen = faults = 0
    for test in sorted(Path(folder).glob("*.cu")):
        found = RUN.search(test.read_text(encoding="utf-8"))
        flags = shlex.split(found.group(1)) if found else []
        copy = Path(work) / test.name
        shutil.copyfile(test, copy)
        before = copy.read_bytes()
        first = verdicts(program, copy, flags)
        run(program, copy, flags, "-i")
        once = copy.read_bytes()
        if what == "second-run" and "rewritten" in first:
            seen += 1
            again = verdicts(program, copy, flags)
            run(program, copy, flags, "-i")
            bad = once == before or once != copy.read_bytes() or "rewritten" in again
            bad |= again.count("already-pipelined") < first.count("rewritten")
        elif what == "refused" and first and set(first) == {"refused"}:
            seen += 1
            bad = once != before or sorted(Path(work).iterdir()) != [copy]
        else:
            bad = False
        copy.unlink()
        if bad:
            faults += 1
            print(f"{test.name}: {what}")
    print(f"{what}: {seen} files, {faults} faults")
    return 1 if faults or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
