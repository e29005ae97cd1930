#!/usr/bin/env python3
"""How often --unpipeline gives back what was rewritten.

    unpipeline.py TOOL SAMPLE.cu ...     by form: samples that were rewritten, undone, and equal but for comments and blanks

Exits with 1 if less than --least=N of them are equal.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import re
import subprocess
import tempfile
from pathlib import Path

FORMS = {"ldg": ["--variant=ldg"], "ldg-single": ["--variant=ldg-single"], "cpasync2": ["--variant=cpasync"],
         "cpasync3": ["--variant=cpasync", "--stages=3"]}
PLAIN = ["--cuda-path=builtin", "--choose=rules", "--no-format", "--no-edit-launches", "--verify=syntax", "--no-config"]


def code(text):
    return re.sub(r"\s+", "", re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S))


def write(tool, options, source, to):
    subprocess.run([*tool, *PLAIN, *options, source, "-o", to, "--", f"-I{Path(__file__).parent}"], capture_output=True)
    return to.exists() and to.read_text()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("samples", nargs="+", type=Path)
    parser.add_argument("--least", type=int, default=0)
    asked = parser.parse_args()
    total = 0
    for form, options in FORMS.items():
        rewritten, undone, equal = [], [], []
        for sample in asked.samples:
            with tempfile.TemporaryDirectory() as folder:
                new, back = Path(folder, sample.name), Path(folder, "back.cu")
                old = code(sample.read_text())
                made = write([asked.tool], options, sample, new)
                if not made or code(made) == old:
                    continue
                rewritten.append(sample.stem)
                plain = write([asked.tool], ["--unpipeline"], new, back)
                if plain and code(plain) != code(made):
                    undone.append(sample.stem)
                if plain and code(plain) == old:
                    equal.append(sample.stem)
        total += len(equal)
        print(f"{form}: {len(rewritten)} rewritten, {len(undone)} undone, {len(equal)} equal: {' '.join(equal)}")
    return total < asked.least


if __name__ == "__main__":
    raise SystemExit(main())
