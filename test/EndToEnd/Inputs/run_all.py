"""Runs every test of a folder by the flags of its first RUN line.

usage: run_all.py PIPELINE_REWRITE [OPTION...] FOLDER WORK [--join]

Every output is recognised as pipelined, and a second run leaves it as it is. A
file whose loops are all refused stays as it is, byte by byte, and nothing is
left beside it. With --join the files are samples: those that include the same are
namespaces of one file.
"""
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

RUN = re.compile(r"RUN: %pipeline-rewrite %s %builtin(.*?)(?: 2>| \|| -o | --print|$)", re.M)


def rewrite(program, file, flags):
    """Writes the file in place; the verdict of each loop."""
    ours, _, compiler = " ".join(flags).partition("-- ")
    # What the texts do is asked by the tests of these files, and by those of the samples.
    ours = [word for word in shlex.split(ours) if not re.match("--(strict-)?verify", word)]
    words = [*program, str(file), "--cuda-path=builtin", "--choose=rules", "--verify=syntax", *ours, "-i",
             "--report=json"]
    if compiler:
        words += ["--", *shlex.split(compiler)]
    done = subprocess.run(words, capture_output=True, check=True, timeout=120)
    return [loop["verdict"] for unit in json.loads(done.stdout)["files"] for loop in unit["loops"]]


def flags_of(test):
    found = RUN.search(test.read_text(encoding="utf-8"))
    text = found.group(1) if found else ""
    # What stands behind a redirection belongs to the command as well.
    line = test.read_text(encoding="utf-8")[found.start():].splitlines()[0] if found else ""
    behind = re.search(r" -- [^|2>]*", line)
    if behind and " -- " not in text:
        text += behind.group(0)
    return [flag.replace("%S", str(test.parent)) for flag in shlex.split(text)]


def is_wrong(program, copy, flags, work):
    """None if the test asks nothing here; else whether its file is not as it should be."""
    if "--unpipeline" in flags:
        return None  # what it writes is no pipeline
    before = copy.read_bytes()
    first = rewrite(program, copy, flags)
    print(f"{copy.name}: {first.count('rewritten')} of {len(first)} loops")
    once = copy.read_bytes()
    if "rewritten" in first:
        again = rewrite(program, copy, flags)
        kept = once == copy.read_bytes() and "rewritten" not in again
        seen = again.count("already-pipelined") >= first.count("rewritten")
        return once == before or not kept or not seen
    if first and set(first) == {"refused"}:
        return once != before or sorted(Path(work).glob("*.cu*")) != [copy]
    return None


def joined(folder, most=8):
    """Name and text of each file that samples are joined to."""
    sys.path.insert(0, folder)
    from programs import joint_unit, unit_of
    units = defaultdict(list)
    for sample in sorted(Path(folder).glob("*.cu")):
        text = sample.read_bytes()
        units[unit_of(text)].append(text)
    for number, texts in enumerate(texts[at:at + most] for texts in units.values()
                                   for at in range(0, len(texts), most)):
        yield f"joint{number}.cu", joint_unit(texts) if len(texts) > 1 else texts[0]


def main():
    *program, folder, work = (word for word in sys.argv[1:] if word != "--join")
    join = "--join" in sys.argv
    shutil.rmtree(work, ignore_errors=True)
    Path(work).mkdir(parents=True)
    for header in Path(folder).glob("*.h"):
        shutil.copy(header, work)
    seen = faults = 0
    tests = [(test.name, test.read_bytes(), flags_of(test)) for test in sorted(Path(folder).glob("*.cu"))]
    for name, text, flags in [(*each, []) for each in joined(folder)] if join else tests:
        copy = Path(work) / name
        copy.write_bytes(text)
        wrong = is_wrong(program, copy, flags, work)
        copy.unlink()
        seen += wrong is not None
        if wrong:
            faults += 1
            print(f"{name}: not as it should be")
    print(f"{seen} files, {faults} faults")
    return 1 if faults or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
