#!/usr/bin/env python3
"""The code of docs/forms is what the program writes.

    doc_forms.py PIPELINE_REWRITE            names each block that is not; exits 1 if any is
    doc_forms.py PIPELINE_REWRITE --write    writes the blocks

A comment before a block says how it is made:

    <!-- gemm.cu --variant=ldg -->              of docs/forms/gemm.cu: in ```diff the patch, in ```cuda the new text
    <!-- gemm.cu --variant=ldg | A | B -->      from the first line that matches A to the next one that
                                               matches B, and the braces that close there
    <!-- gemm.cu -->                            in ```cuda without options: the source itself

No toolkit is needed. --choose=rules is given, so that what is written does not depend on a compiler.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "forms"
BLOCK = re.compile(r"<!-- (\w[\w.-]*\.cu)([^|\n]*?)(?:\| (.+?) \| (.+?) )?-->\n```(diff|cuda)\n(.*?)^```\n", re.M | re.S)


@lru_cache(None)
def run(program, file, options, patch):
    command = [program, file, "--cuda-path=builtin", "--choose=rules", "--verify=syntax", "--quiet", *options.split()]
    result = subprocess.run(command + ([] if patch else ["-o", "-"]), cwd=FOLDER, capture_output=True, text=True, timeout=120)
    if result.returncode or result.stdout in ("", (FOLDER / file).read_text()):
        sys.exit(f"{' '.join(command)}: exit code {result.returncode}, nothing new\n{result.stderr}")
    return result.stdout


def text_of(program, file, options, first, last, kind):
    if options.strip():
        text = run(program, file, options.strip(), kind == "diff")
    else:
        text = (FOLDER / file).read_text()
    if kind == "diff":
        text = re.sub(r"^(---|\+\+\+) .*\n", "", text, flags=re.M)
    if not first:
        return text
    lines = text.splitlines(keepends=True)
    begin = next((i for i, line in enumerate(lines) if re.search(first, line)), None)
    end = next((i for i, line in enumerate(lines) if begin is not None and i >= begin and re.search(last, line)), None)
    if end is None:
        sys.exit(f"{file}{options}: no lines from '{first}' to '{last}'")
    indent = len(lines[begin]) - len(lines[begin].lstrip(" "))
    while lines[end + 1:] and re.fullmatch(r" {%d,}};?\n" % max(indent, 1), lines[end + 1]):
        end += 1
    lines = lines[begin:end + 1]
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip() and line[0] != "#")
    return "".join(line[margin:] if line.startswith(" ") else line for line in lines)


def main():
    program, write, count, wrong = str(Path(sys.argv[1]).resolve()), "--write" in sys.argv, 0, 0
    for page in sorted(FOLDER.glob("*.md")):
        def made(found):
            nonlocal count
            count += 1
            new = text_of(program, *found.group(1, 2, 3, 4, 5))
            return found.group()[:found.start(6) - found.start()] + new + "```\n"

        old = page.read_text()
        new = BLOCK.sub(made, old)
        if new != old:
            wrong += 1
            page.write_text(new) if write else print(f"{page.name} has not what the program writes (doc_forms.py --write)")
    print(f"{count} blocks")
    return 1 if (wrong and not write) or not count else 0


if __name__ == "__main__":
    sys.exit(main())
