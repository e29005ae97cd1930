#!/usr/bin/env python3
"""Checks that what the program can say is documented and tested.

usage: check_coverage.py [PIPELINE_REWRITE] [--root FOLDER]

 - Every id of lib/Options/Refusals.def has an entry "## id" in docs/refusals.md, a
   smallest refused test "*-refused.cu" whose RUN or CHECK lines name "[id]",
   and a nearest accepted twin: the same name without "-refused", or the file
   beside it that a line "// ACCEPTED: other.cu" names.
 - docs/refusals.md has no entry for an id that is gone.
 - The tables of docs/options.md, docs/editors.md and the clang-tidy check's page,
   and the settings of the extension for VS Code, list exactly the options that the
   program has there (option_places.py; only if the program's path is given).
 - Every relative link in the pages of the root and of docs/ leads somewhere.
 - Every source that docs/architecture.md names is there.

Prints all that is missing; exits 1 if anything is.
"""
import argparse
import re
import sys
from pathlib import Path

from option_places import check_options

DIRECTIVE = re.compile(r"//\s?[A-Z][A-Z0-9_-]*:(.*)")
ACCEPTED = re.compile(r"//\s?ACCEPTED:\s*(\S+)")


def read(path):
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def prose(markdown):
    """The text without fenced code blocks."""
    return re.sub(r"^(```|~~~).*?^\1[^\n]*$", "", markdown, flags=re.M | re.S)


def refusal_ids(root):
    code = re.sub(r"//.*", "", read(root / "lib/Options/Refusals.def"))
    return re.findall(r'\bREFUSAL\s*\(\s*\w+\s*,\s*"([^"]+)"', code)


def accepted_twins(test):
    named = ACCEPTED.findall(read(test))
    if named:
        return [test.parent / name for name in named]
    return [test.with_name(test.name.replace("-refused.cu", ".cu"))]


def check_refusals(root):
    ids = refusal_ids(root)
    for double in sorted({i for i in ids if ids.count(i) > 1}):
        yield f"lib/Options/Refusals.def: {double} stands twice"

    entries = re.findall(r"^## +`?([a-z0-9]+(?:-[a-z0-9]+)*)`? *$",
                         prose(read(root / "docs/refusals.md")), flags=re.M)
    for gone in sorted(set(entries) - set(ids)):
        yield f"docs/refusals.md: {gone} is no id of lib/Options/Refusals.def"

    tests = {test: "\n".join(DIRECTIVE.findall(read(test)))
             for test in sorted((root / "test").rglob("*-refused.cu"))}
    for refusal in ids:
        if refusal not in entries:
            yield f"{refusal}: no entry '## {refusal}' in docs/refusals.md"
        refused = [test for test, lines in tests.items() if f"[{refusal}]" in lines]
        if not refused:
            yield f"{refusal}: no test *-refused.cu checks for [{refusal}]"
        elif not any(twin.is_file() for test in refused for twin in accepted_twins(test)):
            wanted = " or ".join(str(twin.relative_to(root))
                                 for test in refused for twin in accepted_twins(test))
            yield f"{refusal}: no nearest accepted twin ({wanted})"


def anchors(markdown):
    """GitHub's anchors of the headings, and those that stand in the text."""
    found = set(re.findall(r'<a id="([^"]+)">', markdown))
    for heading in re.findall(r"^#+ +(.*?) *#*$", prose(markdown), flags=re.M):
        words = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(words.replace(" ", "-"))
    return found


def pages(root):
    """What a user or a contributor reads, without the logs of docs/data."""
    return [*sorted(root.glob("*.md")),
            *(page for page in sorted((root / "docs").rglob("*.md")) if root / "docs/data" not in page.parents)]


def check_links(root):
    for page in [*pages(root), *sorted((root / "docs/data").rglob("*.md")), *sorted((root / "test").rglob("*.md"))]:
        text = re.sub(r"`[^`\n]*`", "", prose(read(page)))
        for target in re.findall(r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)", text):
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            name, _, anchor = target.partition("#")
            file = page.parent / name if name else page
            where = f"{page.relative_to(root)}: link {target}"
            if not file.exists():
                yield f"{where}: no such file"
            elif anchor and file.suffix == ".md" and anchor not in anchors(read(file)):
                yield f"{where}: no such heading"


def check_sources(root):
    sources = [str(file.relative_to(root / "lib")) for file in (root / "lib").rglob("*.*")]
    for name in sorted(set(re.findall(r"`((?:\w+/)*\w+\.(?:cpp|h|def))`", read(root / "docs/architecture.md")))):
        if not any(source == name or source.endswith("/" + name) for source in sources):
            yield f"docs/architecture.md: {name} is not in lib"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", help="pipeline-rewrite, to compare its options")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    args = parser.parse_args()

    missing = [*check_refusals(args.root), *check_links(args.root), *check_sources(args.root)]
    if args.program:
        missing += check_options(args.root, args.program)
    print("\n".join(missing) if missing else
          f"{len(refusal_ids(args.root))} refusals, all options and links: nothing missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
