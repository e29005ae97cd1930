#!/usr/bin/env python3
"""Keeps the documents short and plain.

    prose.py            what is wrong, a line each; exits 1 if anything is
    prose.py --write    takes the figures of prose.json as they are: say in the commit why one rose
    prose.py --long     every sentence that is too long, and every word to avoid, with its line
    prose.py --root F   what is wrong with the pages of another folder, to which no figures are granted

A page that prose.json does not name has no sentence over 35 words and no word to avoid. Code
blocks, code spans, link targets, tables' figures and docs/data are not prose. Links are checked by
check_coverage.py, whose check is run here as well, spelling by Harness/spelling.test.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import re
import sys
from pathlib import Path

from check_coverage import check_links, pages

ROOT = Path(__file__).resolve().parents[1]
LIMITS = Path(__file__).with_suffix(".json")
MOST_WORDS = 35
# Word -> what to write.
AVOID = {r"behind": "after", r"unasked": "by default", r"(?:next|last|first|each|every|same|another|a) round": "iteration",
         r"heeds?|heeded": "apply", r"of its own accord": "by itself", r"(?:is|are) had": "there is",
         r"nobody|somebody": "who, or the passive", r"in (?:view|reach)": "visible, found", r"utili[sz]e[sd]?": "use",
         r"in order to": "to", r"whilst|thereby|therein|thereof|hitherto|heretofore": "a plain word"}
AVOIDED = re.compile(rf"(?<![-\w])({'|'.join(AVOID)})(?![-\w])", re.I)


def sentences(text):
    """Line number and words of each sentence, list item or cell of a table."""
    blank = lambda m: re.sub(r"[^\n]", "", m.group())
    text = re.sub(r"^( *)(```|~~~).*?^ *\2[^\n]*$", blank, text, flags=re.M | re.S)
    text = re.sub(r"<!--.*?-->", blank, text, flags=re.S)
    text = re.sub(r"`[^`\n]*`", "X", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    for block in re.finditer(r"(?:^[^\n]*\S[^\n]*\n?)+", text, re.M):
        begin = text.count("\n", 0, block.start()) + 1
        # A row of a table is its cells; an item of a list begins anew.
        marked = re.sub(r"^ *(?:[-*]|\d+\.) ", ". ", block.group(), flags=re.M)
        marked = re.sub(r"^ *\|.*$", lambda m: m.group().replace("|", " . ") + " . ", marked, flags=re.M)
        marked = re.sub(r"^#+ (.*)$", r"\1 . ", marked, flags=re.M)
        position = 0
        for part in re.split(r"(?<=[.!?])[\"')*_]*\s+", marked):
            at = marked.index(part, position)
            position = at + len(part)
            words = re.findall(r"[A-Za-z][\w'’-]*", part)
            if words:
                yield begin + marked.count("\n", 0, at), words, part


def faults(path):
    """Long sentences and words to avoid, as lines to print."""
    long, avoid = [], []
    for line, words, part in sentences(path.read_text(encoding="utf-8")):
        where = f"{path.relative_to(ROOT)}:{line}"
        if len(words) > MOST_WORDS:
            long.append(f"{where}: {len(words)} words: {' '.join(words[:8])} ...")
        for found in AVOIDED.findall(part):
            avoid.append(f"{where}: '{found}'")
    return long, avoid


KINDS = ("long sentences", "words to avoid")


def figures():
    """The words of all pages; and of each page its faults by kind."""
    words = sum(len(path.read_text(encoding="utf-8").split()) for path in pages(ROOT))
    return words, {str(path.relative_to(ROOT)): dict(zip(KINDS, faults(path))) for path in pages(ROOT)}


def check():
    (words, found), limits = figures(), json.loads(LIMITS.read_text()) if LIMITS.exists() else {}
    if words > limits.get("words of all pages", words):
        yield f"{words} words in all pages, of {limits['words of all pages']} (test/prose.py --write)"
    for name, by_kind in found.items():
        for kind, lines in by_kind.items():
            most = limits.get(name, {}).get(kind, 0)
            if len(lines) > most:
                yield f"{name}: {len(lines)} {kind}, of {most} (test/prose.py --long)"
                yield from lines if not most else []
    yield from check_links(ROOT)


def main():
    global ROOT, LIMITS
    if sys.argv[1:2] == ["--root"]:
        ROOT = Path(sys.argv[2])
        LIMITS = ROOT / "prose.json"
    if sys.argv[1:] == ["--write"]:
        words, found = figures()
        now = {name: {kind: len(lines) for kind, lines in by_kind.items()} for name, by_kind in found.items() if any(by_kind.values())}
        LIMITS.write_text(json.dumps({"words of all pages": words + -words % 1000, **now}, indent=1) + "\n")
        return 0
    if sys.argv[1:] == ["--long"]:
        print(*(line for path in pages(ROOT) for lines in faults(path) for line in lines), sep="\n")
        return 0
    wrong = list(check())
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
