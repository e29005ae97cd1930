#!/usr/bin/env python3
"""Figures of how the program is built.

    structure.py [COMMIT...]   of one or more commits side by side; default: the files as they are
    structure.py --check       classes and files that are too long
    structure.py --ratchet     figures that are higher than structure.json has them
    structure.py --write       lowers (and raises: say why in the commit) what structure.json has
    structure.py --knots       the rooms of each knot

A room is a header with its source. A knot is a set of rooms that reach each other by their
includes: nobody can read one of them alone.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import io
import json
import re
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIMITS = Path(__file__).with_suffix(".json")
TOPS = ("lib", "tool", "executor")
APART = re.compile(r"^(executor|lib/(Executor|Frontend/Builtin))")  # no part of a form
MOST_LINES, MOST_IN_FILE = 200, 450
FORMS = {
    "split callees": r"LoadCall|CallPhases|InCallee",
    "dynamic tiles, edited launches": r"Growth|LaunchPlan|LaunchEdit|MoveTiles|TileHome|\bgrows\b|DynamicStages",
    "ring, two distances": r"isRing|\w*LoadParts?\b|isMultistage|TwoDistances|\bRing\b",
    "one buffer": r"multiBuffered|Stages == 1|LdgSingle|SingleBuffer",
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
    return path.endswith((".h", ".cpp", ".def")) and "/builtin/" not in path


def read_tree(commit):
    """Path -> text of the sources of a commit, or of the working tree."""
    if not commit:
        paths = [p for top in TOPS for p in (ROOT / top).rglob("*") if is_source(p.relative_to(ROOT).as_posix())]
        return {p.relative_to(ROOT).as_posix(): p.read_text() for p in paths}
    tops = subprocess.run(["git", "ls-tree", "--name-only", commit, *TOPS], cwd=ROOT, capture_output=True, text=True).stdout.split()
    packed = subprocess.run(["git", "archive", commit, *tops], cwd=ROOT, capture_output=True, check=True)
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


def room_of(path):
    return path.rsplit(".", 1)[0]


def knots(tree):
    """Sets of rooms that reach each other, the largest first."""
    rooms = {}
    for path, text in tree.items():
        beside = path.rsplit("/", 1)[0]
        named = re.findall(r'^#include "([^"]+)"', text, re.M)
        found = (p for name in named for p in (f"lib/{name}", name, f"{beside}/{name}", f"tool/{name}") if p in tree)
        rooms.setdefault(room_of(path), set()).update(room_of(p) for p in found)
    reach = {}
    number, stack, found = {}, [], []

    def visit(room):  # Tarjan
        number[room] = reach[room] = len(number)
        stack.append(room)
        for other in rooms.get(room, ()):
            if other not in number:
                visit(other)
            if other in stack:
                reach[room] = min(reach[room], reach[other])
        if reach[room] == number[room]:
            knot = set()
            while room not in knot:
                knot.add(stack.pop())
            if len(knot) > 1:
                found.append(knot)

    sys.setrecursionlimit(10000)
    for room in rooms:
        if room not in number:
            visit(room)
    return sorted(found, key=lambda knot: (-len(knot), sorted(knot)))


def figures(commit):
    """Name of a figure -> number; less is better."""
    tree = read_tree(commit)
    code = {p: code_of(t) for p, t in tree.items()}
    lib = {p: t for p, t in code.items() if p.startswith("lib/") and not APART.match(p)}
    own = {p: t for p, t in code.items() if not APART.match(p)}
    found = {"lines of lib": sum(tree[p].count("\n") for p in lib),
             "lines of the executor": sum(t.count("\n") for p, t in tree.items() if APART.match(p)),
             "lines of the front doors": sum(t.count("\n") for p, t in tree.items() if p.startswith("tool/"))}
    inside = Counter(p.rsplit("/", 1)[0] for p in tree)
    found["files in the largest folder"] = max(inside.values())
    tied = [len(knot) for knot in knots(tree)]
    found["rooms of the largest knot"] = max(tied, default=1)
    found["rooms in knots"] = sum(tied)
    walks = {p: len(re.findall(r"\bchildren\(\)", t)) for p, t in lib.items() if not p.startswith(("lib/Ast/", "lib/IR/"))}
    found["walks over children() outside Ast and IR"] = sum(walks.values())
    found["files with such walks"] = sum(map(bool, walks.values()))
    for form, words in FORMS.items():
        found[f"files of lib that mention: {form}"] = sum(bool(re.search(words, t)) for t in lib.values())
    ways = {p: sum(bool(ASKS_WAY.search(l)) for l in t.split("\n")) for p, t in own.items()}
    found["lines that ask which way of copying it is"] = sum(ways.values())
    found["files with such lines"] = sum(map(bool, ways.values()))
    flags = r"(?:\.|->)(?:%s)\b" % "|".join(flags_of_plan(tree))
    found["lines of Emit that ask a flag of the plan"] = sum(
        bool(re.search(flags, line)) for p, t in lib.items() if p.startswith("lib/Emit/") for line in t.split("\n"))
    loads = next((t for p, t in lib.items() if p.endswith("/LoadText.h")), "") + next(
        (t for p, t in lib.items() if p.endswith("/LoopText.h")), "")
    found["fields of LoadText and LoopText"] = len(re.findall(r"^  (?!using|return|friend|static)[\w:<>*&, ]+ \**&?\w+(?: = [^;()]*)?;", loads, re.M))
    found["parameters that name a buffer by a string"] = sum(len(re.findall(r"StringRef TileIndex", t)) for t in lib.values())
    return found


def check():
    """What has outgrown its limit, one a line."""
    for path, text in read_tree("").items():
        if APART.match(path) or path.endswith(".def"):
            continue
        if (lines := text.count("\n")) > MOST_IN_FILE:
            print(f"{path}: {lines} lines, of {MOST_IN_FILE}")
        for name, lines in long_classes(text):
            print(f"{path}: '{name}' has {lines} lines, of {MOST_LINES}")


def table(columns, heads):
    return (f"| figure | {' | '.join(heads)} |\n" + "|---" * (len(columns) + 1) + "|\n"
            + "".join(f"| {name} | {' | '.join(str(column.get(name, '')) for column in columns)} |\n" for name in columns[-1]))


def ratchet():
    now, limits = figures(""), json.loads(LIMITS.read_text())
    for name, number in now.items():
        if number > limits.get(name, number):
            print(f"{name}: {number}, of {limits[name]} (test/structure.py --write raises it: say why)")


def write():
    LIMITS.write_text(json.dumps(figures(""), indent=1) + "\n")


def main():
    commands = {"--check": check, "--ratchet": ratchet, "--write": write,
                "--knots": lambda: print("\n".join(f"{len(k)}: {', '.join(sorted(k))}" for k in knots(read_tree(""))))}
    if sys.argv[1:] and sys.argv[1] in commands:
        return commands[sys.argv[1]]()
    commits = sys.argv[1:] or [""]
    print(table([figures(commit) for commit in commits], [c or "now" for c in commits]), end="")


if __name__ == "__main__":
    main()
