"""Texts that are made from a checkout: a header pasted into the file that includes it, a patch applied, a template's
instances as the code names them.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import re

from checkout import INCLUDE

TYPES = ("float", "double", "int", "unsigned", "unsigned int", "char", "float4", "half", "__half", "__nv_bfloat16")


def readBytes(path):
    """The text of a file such that writeBytes() gives the same bytes, whatever its encoding and line ends."""
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()


def writeBytes(path, text):
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(text)


def patches(diff):
    """[(path, hunks)] of a unified diff."""
    found = []
    for part in re.split(r"^--- a/", diff, flags=re.M)[1:]:
        path = re.match(r"[^\n]*\n\+\+\+ b/([^\t\n]*)", part)[1]
        hunks = re.split(r"^@@ -(\d+)[^\n]*\n", part, flags=re.M)[1:]
        found.append((path, list(zip(map(int, hunks[::2]), hunks[1::2]))))
    return found


def patched(text, hunks):
    lines, result, at = text.split("\n"), [], 0
    for start, hunk in hunks:
        result += lines[at:start - 1]
        at = start - 1
        for line in hunk.split("\n"):
            if line[:1] in (" ", "-"):
                if lines[at] != line[1:]:
                    raise ValueError("the patch does not fit at line %d: %r" % (at + 1, line))
                at += 1
            if line[:1] in (" ", "+"):
                result.append(line[1:])
    return "\n".join(result + lines[at:])


def paste(checkout, user, header):
    """The text of `user` with the header in place of its #include, and the line it starts on. None if there is none."""
    chain = includeChain(checkout, user, header, set())
    if not chain:
        return None, 0
    text, first = checkout.text(header), 1
    for outer, start, end in reversed(chain):
        above = checkout.text(outer)[:start]
        text, first = above + "\n" + text + "\n" + checkout.text(outer)[end:], first + above.count("\n") + 1
    return text.replace("#pragma once", ""), first


def includeChain(checkout, file, header, seen):
    """[(file, start, end)]: the #include lines that lead from a file to a header."""
    seen.add(file)
    flags = checkout.flags(file)[0]
    for match in INCLUDE.finditer(checkout.text(file)):
        found = checkout.find(file, match[2], flags)
        if found == header:
            return [(file, match.start(), match.end() + 1)]
        if found and found not in seen:
            rest = includeChain(checkout, found, header, seen)
            if rest:
                return [(file, match.start(), match.end() + 1)] + rest
    return None


def instancesOf(checkout, kernel, path):
    """Instances of a template that the repository's text names with constants: at most four."""
    name = kernel.split("::")[-1]
    found = []
    for user in checkout.files:
        text = checkout.text(user)
        if name not in text:
            continue
        for match in re.finditer(r"\b%s\s*<([^;{}<>()]*)>\s*(?:<<<|\()" % re.escape(name), text):
            arguments = [a.strip() for a in match[1].split(",")]
            values = [constant(text[:match.start()], a) for a in arguments]
            if all(values) and kernel + "<" + ", ".join(values) + ">" not in found:
                found.append(kernel + "<" + ", ".join(values) + ">")
    return found[:4]


def constant(text, word):
    """The value of a name that is defined as a number above, or a type, or the number itself."""
    if word in TYPES or re.fullmatch(r"-?\d+|true|false", word):
        return word
    if not re.fullmatch(r"\w+", word):
        return None
    found = re.findall(r"(?:\bconst(?:expr)?\b[^;=(){}]*\b%s\s*(?:=\s*|\{)|#\s*define\s+%s\s+\(?)(-?\d+)\b"
                       % (word, word), text)
    return found[-1] if found else None
