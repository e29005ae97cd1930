#!/usr/bin/env python3
"""Plants the mistakes of places.py in the product's sources.

    plant.py --check               every place is found once, and has a mistake of Mutations.def
    plant.py --list                the sources that have a place, relative to lib/
    plant.py SOURCE OUT            SOURCE of lib/ with its mistakes, each behind mutated(...)

The product knows nothing of its mistakes: a place is a piece of its text. Blanks
and line breaks do not count, so that formatting moves no place; whoever rewrites
the text of a place adapts places.py, and --check tells him so.

Exit: 0, 1 if a place is not found.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import re
import sys
from pathlib import Path

from places import ALWAYS_MADE, PLACES

HERE = Path(__file__).resolve().parent
LIB = HERE.parents[1] / "lib"


def squeezed(text):
    """The text without blanks, and where each character of that was."""
    kept = [at for at, character in enumerate(text) if not character.isspace()]
    return "".join(text[at] for at in kept), kept


def find(text, place):
    """Begin and end of what is marked in the only piece of text that is the place's."""
    before, marked, behind = (squeezed(part)[0] for part in re.split(r"\[\[|\]\]", place.text))
    plain, kept = squeezed(text)
    found = [match.start() for match in re.finditer(re.escape(before + marked + behind), plain)]
    if len(found) != 1:
        raise LookupError(f"lib/{place.source}: found {len(found)} times: {place.text}")
    begin = found[0] + len(before)
    if marked:
        return kept[begin], kept[begin + len(marked) - 1] + 1
    return (kept[begin - 1] + 1,) * 2


def enumerator(mistake):
    return "Mutation::" + "".join(word.capitalize() for word in mistake.split("-"))


def plant(source):
    """The text of a source with all its mistakes, line by line where it was."""
    text = (LIB / source).read_text()
    edits = [(*find(text, place), place, made)
             for made, places in [*((f"mutated({enumerator(name)})", places) for name, places in PLACES.items()),
                                  ("true", ALWAYS_MADE)]
             for place in places if place.source == source]
    for begin, end, place, made in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[:begin] + place.planted(made, text[begin:end]) + text[end:]
    # A planted statement shares a line.
    return ('#include "Mutation.h"\n#pragma GCC diagnostic ignored "-Wmisleading-indentation"\n'
            f'#line 1 "{LIB / source}"\n{text}')


def sources():
    return sorted({place.source for places in [*PLACES.values(), ALWAYS_MADE] for place in places})


def check():
    known = re.findall(r'^MUTATION\(\w+,\s*"([^"]+)"', (HERE / "Mutations.def").read_text(), flags=re.M)
    wrong = [f"no such mistake in Mutations.def: {name}" for name in PLACES if name not in known]
    for name, places in [*PLACES.items(), ("every mistake", ALWAYS_MADE)]:
        for place in places:
            try:
                find((LIB / place.source).read_text(), place)
            except (LookupError, OSError) as error:
                wrong.append(f"{name}: {error}")
    print("".join(f"{line}\n" for line in wrong), end="")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--check"]:
        return check()
    if sys.argv[1:] == ["--list"]:
        print("\n".join(sources()))
        return 0
    source, out = sys.argv[1], Path(sys.argv[2])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(plant(source))
    return 0


if __name__ == "__main__":
    sys.exit(main())
