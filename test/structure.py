#!/usr/bin/env python3
"""Figures of how the program is built, of one or more commits side by side.

    structure.py [COMMIT...]    default: the files as they are
    structure.py --check        names classes and files that are too long

How many files of lib/ mention each form outside comments, how many lines of lib/ and
tool/ ask which way of copying it is (Copies.def), what lib/Emit asks of a plan, lines of
Plan, Schedule and Emit, classes over 200 lines, and lines of lib/ and tool/ that are there
for mistakes on purpose.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import io
import re
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
APART = re.compile(r"^lib/(Executor|Frontend/Builtin)")  # no part of a form
MOST_LINES, MOST_IN_FILE = 200, 450
FORMS = {
    "halves of functions": r"LoadCall|CallPhases|InCallee",
    "dynamic tiles, edited launches": r"Growth|LaunchPlan|LaunchEdit|MoveTiles|TileHome|\bgrows\b|DynamicStages",
    "ring, two distances": r"isRing|\w*LoadParts?\b|isMultistage|TwoDistances|\bRing\b",
    "one buffer": r"multiBuffered|Stages == 1|LdgSingle|SingleBuffer",
    "wider copies": r"WideLoop|Widen|ChunkIndex|findWide",
    "peeled": r"[Pp]eel",
    "tiles loaded once": r"[Cc]opyOnce|TileCopy|TileCopies|CopyRegion",
    "partitioned threads": r"[Pp]artition",
    "pipeline of the block": r"[Bb]lockPipeline|PipelineBlock",
    "votes, breaks": r"\bVotes?\b|isVote|LoopExit|\bExits\b",
    "added barrier": r"AddedBarrier|[Rr]epair|MissingBarrier",
    "rolled loop": r"RollLoop|\bRolls\b|rollLoop",
    "held loads": r"HoldLoads|[Pp]inFetches",
    "copies in a lambda": r"CopyTile\b|factorCopies",
    "tensor maps": r"\bTma\b|[tT]ensorMaps|[tT]ensorWords|tensorSupport|\b(Kernel)?Twin\b|TileBox|BoxFacts|[fB]\w*Boxes\b",
}
# A variant, an interface or what stands for one, by its name.
WAYS = r"(?:AsyncApi|Variant|CopyForm|CopyProtocol)::\w+"
ASKS_WAY = re.compile(rf"case {WAYS}|(?:[!=<>]=|[<>]) {WAYS}|{WAYS}(?:\)|\s)*[!=]=|"
                      r"(?<![:\w])uses(?:BlockPipeline|TensorMaps)\(")


def is_source(path):
    return path.endswith((".h", ".cpp")) or re.match(r"lib/(Plan|Schedule)/.*\.def$", path)


def read_tree(commit):
    """Path -> text of the sources of a commit, or of the working tree."""
    if not commit:
        paths = [p for top in ("lib", "tool") for p in (ROOT / top).rglob("*") if is_source(str(p.relative_to(ROOT)))]
        return {str(p.relative_to(ROOT)): p.read_text() for p in paths}
    packed = subprocess.run(["git", "archive", commit, "lib", "tool"], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as tar:
        return {m.name: tar.extractfile(m).read().decode() for m in tar if is_source(m.name)}


def code_of(text):
    return re.sub(r"//[^\n]*", "", text)


def flags_of_plan(tree):
    """What PipelinePlan and what it holds say with yes or no."""
    text = "".join(tree.get(f"lib/Plan/{name}", "") for name in ("PipelinePlan.h", "LaunchPlan.h", "PlanSwitches.def"))
    return sorted(set(re.findall(r"(?:^ *bool |^SWITCH\()(\w+)(?: =|[(;,])", text, re.M)))


def long_classes(text):
    """(name, lines) of each class whose end stands below its beginning."""
    lines = text.split("\n")
    for begin, line in enumerate(lines):
        head = re.match(r"( *)(?:class|struct) (\w+)[^;()]*$", line)
        if not head or not any("{" in l for l in lines[begin:begin + 3]):
            continue
        end = next((i for i in range(begin + 1, len(lines)) if lines[i].startswith(head[1] + "};")), begin)
        if end - begin + 1 > MOST_LINES:
            yield head[2], end - begin + 1


def figures(commit):
    tree = read_tree(commit)
    lib = {p: code_of(t) for p, t in tree.items() if p.startswith("lib/") and not APART.match(p)}
    found = {f"files with: {form}": sum(bool(re.search(words, t)) for t in lib.values())
             for form, words in FORMS.items()}
    ways = {p: [l for l in code_of(t).split("\n") if ASKS_WAY.search(l)]
            for p, t in tree.items() if not APART.match(p)}
    found["lines that ask which way of copying it is"] = sum(map(len, ways.values()))
    found["files with such lines"] = sum(map(bool, ways.values()))
    flags = r"(?:\.|->)(?:%s)\b" % "|".join(flags_of_plan(tree))
    found["lines of Emit that ask a flag of the plan"] = sum(
        bool(re.search(flags, line)) for p, t in lib.items() if p.startswith("lib/Emit/") for line in t.split("\n"))
    for folder in ("Plan", "Schedule", "Emit"):
        found[f"lines of {folder}"] = sum(t.count("\n") for p, t in tree.items() if p.startswith(f"lib/{folder}/"))
    found["lines of the three"] = sum(found[f"lines of {f}"] for f in ("Plan", "Schedule", "Emit"))
    classes = [c for p, t in tree.items() if not APART.match(p) for c in long_classes(t)]
    found[f"classes over {MOST_LINES} lines"] = len(classes)
    found["lines of the longest"] = max((n for _, n in classes), default=0)
    found["lines for mistakes on purpose"] = sum(
        bool(re.search(r"\bmutated?\w*\(|Mutation\.h", line)) for t in tree.values() for line in code_of(t).split("\n"))
    return found


def check():
    """What has outgrown its limit, one a line."""
    for path, text in read_tree("").items():
        if APART.match(path):
            continue
        if (lines := text.count("\n")) > MOST_IN_FILE:
            print(f"{path}: {lines} lines, of {MOST_IN_FILE}")
        for name, lines in long_classes(text):
            print(f"{path}: '{name}' has {lines} lines, of {MOST_LINES}")


def main():
    if sys.argv[1:] == ["--check"]:
        return check()
    commits = sys.argv[1:] or [""]
    columns = [figures(commit) for commit in commits]
    print("| figure | " + " | ".join(c or "now" for c in commits) + " |")
    print("|---|" + "---|" * len(columns))
    for name in columns[-1]:
        print(f"| {name} | " + " | ".join(str(column[name]) for column in columns) + " |")


if __name__ == "__main__":
    main()
