#!/usr/bin/env python3
"""What a release needs is in one place each.

    project.py             the version is CMake's everywhere, CHANGELOG.md has it, and placeholders stand in
                           cmake/Maintainer.cmake alone; what docs/data/stable.json promises is there
    project.py --release   and the placeholders are filled in, the changes dated
    project.py --stable PROGRAM   adds what the program has to docs/data/stable.json, for this version
    project.py --version   prints the version

Prints what is wrong; exits 1 if anything is.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAINTAINER = "cmake/Maintainer.cmake"
PLACEHOLDER = r"\bOWNER\b|example\.(org|com)|\.invalid\b"
# These are no placeholders: tests, and this list.
ELSEWHERE = re.compile(r"^test/|^cmake/Maintainer\.cmake$|package-lock\.json$|\.tsv$")
STABLE = ROOT / "docs/data/stable.json"


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def version():
    return re.search(r"^project\(pipeline-rewrite VERSION (\S+)", read("CMakeLists.txt"), re.M)[1]


def found_now():
    """Kind -> names, as the sources have them."""
    strip = lambda text: re.sub(r"//.*", "", text)
    options = strip(read("lib/Options/Options.def")) + strip(read("tool/cli/Flags.def"))
    return {"refusals": set(re.findall(r'\bREFUSAL\s*\(\s*\w+\s*,\s*"([^"]+)"', strip(read("lib/Options/Refusals.def")))),
            "options": set(re.findall(r'"([a-z][a-z0-9-]*)"', options))}


def check(release):
    now = version()
    for path in ("tool/lsp/vscode/package.json", "tool/lsp/vscode/package-lock.json"):
        if (other := json.loads(read(path))["version"]) != now:
            yield f"{path}: version {other}, and CMakeLists.txt has {now}"
    entry = re.search(rf"^## {re.escape(now)}\b(.*)$", read("CHANGELOG.md"), re.M)
    if not entry:
        yield f"CHANGELOG.md has no entry '## {now}'"
    elif release and not re.search(r"\d{4}-\d\d-\d\d", entry[1]):
        yield f"CHANGELOG.md: '## {now}' has no date"
    tracked = subprocess.run(["git", "-C", ROOT, "grep", "-nIE", PLACEHOLDER], capture_output=True, text=True).stdout
    for line in tracked.splitlines():
        path = line.split(":")[0]
        if not ELSEWHERE.search(path) and path != "test/project.py":
            yield f"a placeholder outside {MAINTAINER}: {line}"
    if release and re.search(PLACEHOLDER, re.sub(r"#.*", "", read(MAINTAINER))):
        yield f"{MAINTAINER} is not filled in"
    promised = json.loads(STABLE.read_text()) if STABLE.exists() else {}
    have = found_now()
    for kind in have:
        for name, since in promised.get(kind, {}).items():
            if name not in have[kind]:
                yield f"{kind}: {name} is gone, which is stable since {since} (docs/stability.md)"


def promise(program):
    """Adds the names that are new; keeps since when the others are."""
    options = json.loads(subprocess.run([program, "--generate=json"], capture_output=True, text=True, check=True).stdout)
    promised = json.loads(STABLE.read_text()) if STABLE.exists() else {}
    new = {"options": {option["name"] for option in options} - {"help", "version"}, "refusals": found_now()["refusals"]}
    for kind, names in new.items():
        promised[kind] = {name: promised.get(kind, {}).get(name, version()) for name in sorted(names | set(promised.get(kind, {})))}
    STABLE.write_text(json.dumps(promised, indent=1) + "\n")


def main():
    if sys.argv[1:] == ["--version"]:
        print(version())
        return 0
    if sys.argv[1:2] == ["--stable"]:
        promise(sys.argv[2])
        return 0
    wrong = list(check("--release" in sys.argv))
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
