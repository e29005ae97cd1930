"""The calls of the program that the RUN lines of lit tests make."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

FOLDERS = ("Analyse", "Emit", "EndToEnd", "Match", "Plan", "Refusals", "Tool")
CALL = re.compile(r"RUN:\s*(?:sh %S/Inputs/exits \d+ |not )?%pipeline-rewrite (?!tune )(.*?)"
                  r"(?=\s\d?>|\s\||\s&&|$)", re.M)
# They print something else than what became of the loops.
ASKING = ("--report", "--print", "--explain", "--generate", "--help", "--version", "--check", "--list")
# Left out: other programs run, or files are written beside the source.
SLOW = ("--verify=", "--nvdisasm", "--cuobjdump", "-j", "--html")


@dataclass(frozen=True)
class Command:
    name: str  # FOLDER/TEST@NUMBER, of the RUN line
    words: tuple
    folder: Path
    files: tuple
    rewrites: bool


def expanded(text, test, root):
    """The words of a command line, without where it writes; None if it needs more than
    the sources that lie in the test folder."""
    for name, value in (("%samples", root / "samples"), ("%builtin", "--cuda-path=builtin --choose=rules"),
                        ("%S", test.parent)):
        text = text.replace(name, str(value))
    text = re.sub(r"%s\b", str(test), text)
    if re.search(r"%\w", text):
        return None
    try:
        words, left = shlex.split(text), []
    except ValueError:  # a quoted | or > ends the text too early
        return None
    while words:
        word = words.pop(0)
        if word == "-o":
            words.pop(0)
        elif word not in ("-i", "--quiet"):
            left.append(word)
    return left


def files_of(words, test):
    """The sources that a command names, found beside the test or in its Inputs/."""
    files = []
    for number, word in enumerate(words):
        if word == "--":
            break
        if not word.startswith("-") and word.endswith((".cu", ".cuh", ".h")):
            found = next((p for p in (test.parent / word, test.parent / "Inputs" / word) if p.exists()),
                         None)
            if not found:
                return None
            files.append(found)
            words[number] = str(found)
    return files


def lit_commands(root):
    """Each call that needs nothing but files of the test folder; one that a test makes
    twice is one."""
    for folder in FOLDERS:
        for test in sorted((root / folder).glob("*.*")):
            seen = set()
            calls = CALL.findall(joined(test.read_bytes().decode(errors="replace")))
            for number, text in enumerate(calls, 1):
                words = expanded(text, test, root)
                files = words and files_of(words, test)
                if not files or any(word.startswith(SLOW) or word == "-p" for word in words) \
                        or tuple(words) in seen:
                    continue
                seen.add(tuple(words))
                yield Command(f"{folder}/{test.stem}@{number}", tuple(words), test.parent, tuple(files),
                              not any(word.startswith(ASKING) for word in words) and len(files) == 1)


def joined(text):
    """RUN lines that a backslash continues are one."""
    return re.sub(r"\\\n(?://)?\s*RUN:\s*", "", text)
