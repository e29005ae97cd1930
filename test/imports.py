#!/usr/bin/env python3
"""Proves that lib/ has no arrow upwards, and draws its layers.

    imports.py             what includes what it must not: exit 1
    imports.py --draw      the layers, as docs/architecture.md shows them
    imports.py --check     both: the documents have that drawing
    imports.py --lib DIR   of another tree

A file includes its own layer and those above it in the drawing; the headers of a layer,
include each other without a circle.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import fnmatch
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIB = ROOT / "lib"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- test/imports.py --draw -->\n```\n", "```\n<!-- end -->"
# From the lowest to the highest: a name, and the files of lib/ in it.
LAYERS = [
    ("Support", ["Support/*"]),
    ("Options", ["Options/*", "Budget/*"]),
    ("Cache", ["Cache/*"]),
    ("Frontend", ["Frontend/*"]),
    ("Ast", ["Ast/*"]),
    ("Match", ["Match/*"]),
    ("IR", ["IR/*"]),
    ("Lint", ["Lint/*"]),
    ("Threads", ["Threads/*"]),
    ("Analyse", ["Analyse/*"]),
    ("Instances", ["Instances/*"]),
    ("Plan", ["Plan/*"]),
    ("Schedule", ["Schedule/*"]),
    ("Emit", ["Emit/*"]),
    ("Execution", ["Execution/*"]),
    ("Check", ["Check/*"]),
    ("Validate", ["Validate/*"]),
    ("Search", ["Chain/*", "Search/*", "Undo/*"]),
    ("Write", ["Write/*"]),
    ("Tune", ["Tune/*"]),
    ("Prove", ["Prove/*"]),
]
NAMES = [name for name, _ in LAYERS]


def layer_of(file):
    """The number of a file's layer; its path is relative to lib/."""
    for number, (_, patterns) in enumerate(LAYERS):
        for pattern in patterns:
            if "/" in pattern or "/" not in file:
                if fnmatch.fnmatch(file, pattern):
                    return number
    raise SystemExit(f"lib/{file} is in no layer of {Path(__file__).name}")


def read_includes(lib):
    """File -> the files of lib/ that it includes."""
    found = {}
    for path in sorted(lib.rglob("*")):
        file = path.relative_to(lib).as_posix()
        if path.suffix in (".h", ".cpp", ".def") and not file.startswith("Frontend/builtin/"):
            named = re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)
            found[file] = [name for name in named if (lib / name).is_file()]
    return found


def upward(includes):
    for file, named in includes.items():
        for name in named:
            if layer_of(name) > layer_of(file):
                yield f"lib/{file} ({NAMES[layer_of(file)]}) includes {name} ({NAMES[layer_of(name)]})"


def circle(includes):
    """Files that include each other in a circle; empty if none do."""
    done, path = set(), []

    def visit(file):
        if file in path:
            return path[path.index(file):] + [file]
        if file in done:
            return []
        path.append(file)
        found = next(filter(None, map(visit, includes.get(file, ()))), [])
        path.pop()
        done.add(file)
        return found
    return next(filter(None, map(visit, includes)), [])


def arrows(includes):
    """Layer -> those that it includes, without those that one of these includes anyway."""
    direct = {name: set() for name in NAMES}
    for file, named in includes.items():
        direct[NAMES[layer_of(file)]] |= {NAMES[layer_of(name)] for name in named}
    reached = {}
    for name in NAMES:  # in order: all that it includes is known
        below = direct[name] - {name}
        reached[name] = below.union(*(reached.get(each, set()) for each in below))
    return {name: [each for each in NAMES if each in direct[name] and each != name
                   and not any(each in reached.get(other, ()) for other in direct[name] - {name, each})]
            for name in NAMES}


def draw(includes):
    width = max(map(len, NAMES))
    return "".join(f"{name:{width}}" + (f" -> {', '.join(below)}" if below else "") + "\n"
                   for name, below in arrows(includes).items())


def main():
    lib = Path(sys.argv[sys.argv.index("--lib") + 1]) if "--lib" in sys.argv else LIB
    includes = read_includes(lib)
    if "--draw" in sys.argv:
        print(draw(includes), end="")
        return 0
    wrong = list(upward(includes))
    if found := circle(includes):
        wrong.append("in a circle: " + " -> ".join(found))
    if "--check" in sys.argv and BEGIN + draw(includes) + END not in PAGE.read_text():
        wrong.append(f"docs/{PAGE.name} has not the drawing of test/imports.py --draw")
    print("\n".join(wrong), end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
