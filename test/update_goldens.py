#!/usr/bin/env python3
"""Writes the expected outputs of golden tests anew; review them as a diff.

usage: update_goldens.py PIPELINE_REWRITE

A golden test is a RUN line that ends in `| diff -u FILE -`.
"""
import re
import shlex
import subprocess
import sys
from pathlib import Path

GOLDEN = re.compile(r"RUN: (%pipeline-rewrite .*?) *\| *diff -u (\S+\.expected) -$", re.M)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = Path(__file__).resolve().parent
    for test in sorted([*root.rglob("*.test"), *root.rglob("*.cu")]):
        for command, golden in GOLDEN.findall(test.read_text(encoding="utf-8", errors="replace")):
            def expand(text):
                return (text.replace("%pipeline-rewrite", sys.argv[1]).replace("%S", str(test.parent))
                        .replace("%builtin", "--cuda-path=builtin --choose=rules").replace("%samples", str(root / "samples")))
            words = [w for w in shlex.split(expand(command)) if not w.startswith("2>")]
            output = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
            Path(expand(golden)).write_bytes(output.stdout)


if __name__ == "__main__":
    main()
