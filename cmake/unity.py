"""Which sources may be read as one, since they name nothing alike.

    unity.py [--most N] [--part FILE]... SOURCE...

Nearly all of the time goes into headers and what is instantiated of them: three groups of eight
take 13 s, one of 24 takes 10 s.

Prints a line `GROUP SOURCE` for each source that has company. The sources of a
part, a file that lists some, are never in one group with others: programs that
replace these at link time must find each of their objects to be of these alone.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import re
from functools import cache
from pathlib import Path


def names(text):
    """What a source may call its own: what it defines at the beginning of a line, without a qualifier."""
    return (set(re.findall(r"^(?:class|struct|enum class|enum|union|using|namespace) (\w+)\b(?! \w*;)", text, re.M))
            | set(re.findall(r"^[A-Za-z_][\w:<>*&, ]*[ *&](\w+)(?:\[\w*\])? ?[(={]", text, re.M))
            | set(re.findall(r"^(\w+)\(", text, re.M))
            | {name for line in re.findall(r"^(?:static )?const(?:expr)? .*", text, re.M)
               for name in re.findall(r"(\w+) =", line)}
            | set(re.findall(r"^#define (\w+)", text, re.M))) - {"pipeline_rewrite", "namespace", "using", "TEST", "TEST_F", "TEST_P"}


def opened(text):
    """The namespaces whose names a source takes for its own."""
    return set(re.findall(r"^using namespace (.*);", text, re.M))


@cache
def of_header(path):
    """Classes and types that a header and those that it includes name."""
    text = path.read_text()
    own = re.findall(r"^(?:class|struct|enum class|enum|using) (\w+)\b(?=[^;]*[{=:])", text, re.M)
    return frozenset(own).union(*map(of_header, headers(text, path)))


def headers(text, path):
    """The headers of this project that it includes: beside it, or from the root of the library's sources."""
    roots = [path.parent, *path.parents]
    for name in re.findall(r'^#include "(.*\.h)"', text, re.M):
        yield from [root / name for root in roots if (root / name).exists()][:1]


def groups(sources, most, key, text, included=lambda source: frozenset()):
    """Lists of sources: key(s) is the same for all of one list, and no two name anything alike,
    nor does one what a header of another, included(s), names."""
    found = []
    for source in sources:
        own, theirs, of = names(text(source)), included(source), (key(source), opened(text(source)))
        for group, others, known, seen in found:
            if others == of and len(group) < most and not (known & own or known & theirs or seen & own):
                group.append(source)
                known |= own
                seen |= theirs
                break
        else:
            found.append(([source], of, set(own), set(theirs)))
    return [group for group, *_ in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=16)
    parser.add_argument("--part", type=Path, action="append", default=[])
    parser.add_argument("sources", nargs="+")
    arguments = parser.parse_args()
    parts = [set(part.read_text().split()) for part in arguments.part]
    found = groups(arguments.sources, arguments.most,
                   lambda source: [source in part for part in parts],
                   lambda source: Path(source).read_text(),
                   lambda source: frozenset().union(*map(of_header, headers(Path(source).read_text(),
                                                                            Path(source).absolute()))))
    for number, group in enumerate(found):
        if len(group) > 1:
            for source in group:
                print(number, source)


if __name__ == "__main__":
    main()
