"""Prints the names in the toolkit's headers of cp.async that HeaderMacros.cpp does not have.

usage: header_names.py HEADER_MACROS_CPP INCLUDE_FOLDER
"""
import re
import sys
from pathlib import Path

HEADERS = [f"cuda_{part}{kind}.h" for part in ("pipeline", "awbarrier") for kind in ("", "_primitives", "_helpers")]
# Keywords of C++ count always.
KEYWORDS = set("""alignas alignof asm auto bool break case char class const constexpr default delete do double else enum
extern false float for friend if inline int long namespace operator private public reinterpret_cast return short sizeof
static static_assert static_cast struct switch template this true typedef typename union unsigned using void volatile
while""".split())


def names(text):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\\n])*"', "", text)
    text = re.sub(r"^\s*#.*", "", text, flags=re.M)
    return {name for name in re.findall(r"\b[A-Za-z]\w*\b", text) if len(name) > 1} - KEYWORDS


def main():
    source, folder = Path(sys.argv[1]).read_text(), Path(sys.argv[2])
    listed = re.search(r"PrimitiveNames =\n(.*?);", source, re.S)[1]
    known = set(" ".join(re.findall(r'"(.*)"', listed)).split())
    used = set().union(*(names((folder / name).read_text()) for name in HEADERS))
    print(f"{len(used)} names, not listed: {' '.join(sorted(used - known)) or 'none'}")


if __name__ == "__main__":
    main()
