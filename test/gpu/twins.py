"""Ablation twins of a sample: programs that show what there is to hide.

A compute-only twin loads the first tile and then computes it again and again; a
load-only twin loads every tile and computes nothing. Barriers stay. Their
results are wrong, so they are timed and never compared. The time of a loop whose
loads are hidden completely is not below the greater of the two.

    twins.py --tool build/bin/pipeline-rewrite SAMPLE.cu FOLDER

Which statement loads and which computes is what --print=facts says of the loop;
sources must have one statement a line, as clang-format leaves them.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

KINDS = ("compute-only", "load-only")


class NoTwin(Exception):
    """Why a sample has none."""


class ToolFailed(Exception):
    """The tool itself went wrong."""


@dataclass
class Loop:
    line: int  # of its keyword, from 1
    units: list = field(default_factory=list)  # (line, role) of the body's statements
    tiles: list = field(default_factory=list)


def loops_of(tool, source):
    """The K-loops of a source; of a template's instances the first."""
    try:
        run = subprocess.run([tool, source, "--cuda-path=builtin", "--print=facts"],
                             capture_output=True, text=True, timeout=120)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ToolFailed(f"the tool cannot be run: {error}") from error
    if run.returncode != 0:
        raise ToolFailed(f"the tool ended with {run.returncode}: {run.stderr.strip()}")
    loops, instances = [], 0
    for line in run.stdout.splitlines():
        if found := re.match(r"loop (\d+):", line):
            loops.append(Loop(int(found[1])))
            instances = 0
        elif line.startswith("  instance "):
            instances += 1
        elif instances == 1 and (found := re.match(r"  unit (\d+): (.*)", line)):
            loops[-1].units.append((int(found[1]), found[2]))
        elif instances == 1 and (found := re.match(r"  tile (\w+) ", line)):
            loops[-1].tiles.append(found[1])
    return [loop for loop in loops
            if loop.tiles and any(role == "compute" for _, role in loop.units)]


def last_line(lines, loop):
    """Of the loop's body, without its closing brace; from 1."""
    depth = 0
    for number in range(loop.line, len(lines) + 1):
        code = lines[number - 1].split("//")[0]
        depth += code.count("{") - code.count("}")
        if depth == 0 and "}" in code:
            return number - 1
    raise NoTwin(f"line {loop.line}: the loop has no end")


def spans(lines, loop):
    """(first line, last line, role) of each unit."""
    starts = [line for line, _ in loop.units]
    if len(set(starts)) < len(starts) or starts[0] == loop.line:
        raise NoTwin(f"line {loop.line}: two statements on a line")
    ends = [start - 1 for start in starts[1:]] + [last_line(lines, loop)]
    return [(start, end, role) for (start, role), end in zip(loop.units, ends)]


def compute_only(lines, loop):
    """Edits: line number -> lines before it, or None to take it away."""
    before = {loop.line: ["bool firstTile = true;"]}
    inside = False
    units = spans(lines, loop)
    for start, end, role in units:
        loads = role in ("load", "load opening")
        if loads and not inside:
            before.setdefault(start, []).append("if (firstTile) {")
        if inside and not loads:
            before.setdefault(start, []).append("}")
        inside = loads
    tail = before.setdefault(units[-1][1] + 1, [])
    tail += ["}"] if inside else []
    tail.append("firstTile = false;")
    return before, set()


def load_only(lines, loop):
    """The empty instruction stands for a reader of the tiles and all memory."""
    before, gone = {}, set()
    # Short as it is now, the loop would be unrolled, and tiles loaded ahead.
    if not lines[loop.line - 2].lstrip().startswith("#pragma"):
        before[loop.line] = ["#pragma unroll 1"]
    barrier = False
    text = "\n".join(lines[loop.line - 1:last_line(lines, loop)])
    # The loop may know a tile by a pointer alone.
    named = [tile for tile in loop.tiles if re.search(rf"\b{tile}\b", text)]
    operands = ", ".join(f'"l"(&{tile}[0])' for tile in named)
    for start, end, role in spans(lines, loop):
        if barrier:
            before.setdefault(start, []).append(f'asm volatile("" ::{operands} : "memory");')
        barrier = role == "load-barrier"
        if role == "compute":
            gone |= set(range(start, end + 1))
    return before, gone


def make_twin(tool, source, kind):
    """The text of a twin. Raises NoTwin, ToolFailed."""
    lines = Path(source).read_text().splitlines()
    loops = loops_of(tool, source)
    if not loops:
        raise NoTwin("no loop with loads and computation apart")
    before, gone = {}, set()
    for loop in loops:
        more, less = (compute_only if kind == "compute-only" else load_only)(lines, loop)
        for number, texts in more.items():
            before.setdefault(number, []).extend(texts)
        gone |= less
    out = []
    for number, line in enumerate(lines, 1):
        out += before.get(number, [])
        if number not in gone:
            out.append(line)
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("source", type=Path)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    for kind in KINDS:
        target = arguments.folder / f"{arguments.source.stem}.{kind}.cu"
        target.write_text(make_twin(arguments.tool, arguments.source, kind))
    return 0


if __name__ == "__main__":
    sys.exit(main())
