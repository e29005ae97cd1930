"""Compiles texts of samples for the executor, several in one translation unit where
that tells no less, and keeps the results.

A rewritten sample differs from its original in a few lines, and nearly all that
nvcc does for it is read the same headers again. So each text becomes a namespace
of one joint unit behind their #include lines, with a main() that calls one of
theirs. Texts share a unit if their #include lines are the same but for headers that
the rewriter adds, of which the unit has all. A text that names something of such a
header and does not include it is compiled alone, and so are the texts of a unit that
nvcc rejects or warns of. Each text has the unit's PTX without the functions of the
others: reading these took longer than running its own.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import hashlib
import os
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

COMPILE_FLAGS = ["-std=c++17", "-gencode", "arch=compute_80,code=compute_80", "-no-compress",
                 "-lineinfo"]
MEMBER_VARIABLE = "PIPELINE_SAMPLE_MEMBER"  # says whose main() a joint program calls
# Headers that the rewriter adds, and what a text names of them.
ADDED = {
    "#include <cuda_pipeline.h>": re.compile(rb"\b__pipeline_"),
    "#include <cuda/pipeline>": re.compile(rb"\bcuda::"),
    "#include <cooperative_groups.h>": re.compile(rb"\bcooperative_groups\b|\bcg::"),
}
NAMESPACE = re.compile(r"\bjoint_\d+::")
# A function of PTX, declared or defined; a name that nvcc mangled begins with its length.
PTX_FUNCTION = re.compile(r"^(?:\.\w+[ \t]+)*\.(?:entry|func)\b[^;{]*[;{]", re.M)
BRACE = re.compile(r"[{}]")
# What -lineinfo calls a function that was inlined: a label and its bytes.
INLINED_NAME = re.compile(r"^(\$L__info_string\d+):\n(?:\.b8 .*\n)+", re.M)
MANGLED_NAMESPACE = re.compile(r"([789])joint_(\d+)")


class Failure(Exception):
    """Something that makes this form wrong; the text says what."""


@dataclass(frozen=True)
class Program:
    """What to run for one text."""

    path: Path
    unit: str  # the file that was compiled
    member: int = -1  # of a joint program
    source: str = ""  # the file with the text of that member
    ptx: Path = None  # what that member has of the unit's

    @property
    def environment(self):
        return {} if self.member < 0 else {MEMBER_VARIABLE: str(self.member), "PIPELINE_EXEC_PTX": str(self.ptx)}

    def plain(self, message):
        """A message of the program as it would be had the text been compiled alone."""
        return NAMESPACE.sub("", message.replace(self.unit, self.source or self.unit))


def digest(*parts):
    hasher = hashlib.sha256()
    for part in parts:
        hasher.update(part if isinstance(part, bytes) else str(part).encode())
        hasher.update(b"\0")
    return hasher.hexdigest()[:20]


def leading_includes(text):
    """The #include lines if they come first in a text that can be part of a joint unit,
    else None: a condition, or an #include behind code, may mean something else there."""
    includes, code = [], False
    for line in text.decode(errors="replace").splitlines():
        directive = re.match(r"\s*#\s*(\w+)", line)
        if directive and directive[1] == "include" and not code:
            includes.append(line.strip())
        elif directive and directive[1] not in ("define", "undef", "pragma"):
            return None
        elif line.strip() and not line.lstrip().startswith("//"):
            code = True
    return tuple(includes)


def unit_of(text):
    """Texts of which this is the same can share a unit."""
    includes = leading_includes(text)
    if includes is None or any(names.search(text) and line not in includes
                               for line, names in ADDED.items()):
        return text
    return tuple(line for line in includes if line not in ADDED)


def joint_unit(texts):
    """The unit of some texts that unit_of() puts together. Lines keep their numbers, but
    no file names: of another file nvcc would not say what is unused."""
    lines = list(dict.fromkeys(line for text in texts for line in leading_includes(text)))
    for number, text in enumerate(texts):
        body = text.decode(errors="surrogateescape")
        macros = dict.fromkeys(re.findall(r"^\s*#\s*define\s+(\w+)", body, re.M))
        lines += [f"namespace joint_{number} {{", "#line 1", body, "}",
                  *(f"#undef {name}" for name in macros)]
    calls = [f"  case {n}: return joint_{n}::main(argc, argv);" for n in range(len(texts))]
    lines += ["#include <cstdlib>", "int main(int argc, char **argv) {",
              f'  switch (std::atoi(std::getenv("{MEMBER_VARIABLE}"))) {{', *calls, "  }",
              "  return 3;", "}", ""]
    return "\n".join(lines).encode(errors="surrogateescape")


def ptx_of(obj):
    """The PTX of an object of COMPILE_FLAGS, which is text in it."""
    found = re.findall(rb"^\.version [^\0]*", obj, re.M)
    if len(found) != 1:
        raise Failure(f"the object has {len(found)} texts of PTX")
    return found[0].decode()


def ptx_of_members(ptx, count):
    """For each of a unit's texts the PTX without the functions of the others. What is
    nobody's, variables and functions of headers, is everybody's."""
    def owner(function):
        name = MANGLED_NAMESPACE.search(function.split("\n", 1)[0])
        return int(name[2][:int(name[1]) - len("joint_")]) if name else None

    pieces, end = [], 0
    while function := PTX_FUNCTION.search(ptx, end):
        begin, old, end = function.start(), end, function.end()
        depth = ptx[end - 1] == "{"
        while depth:  # lines of inline assembly have braces, too
            brace = BRACE.search(ptx, end)
            depth, end = depth + (1 if brace[0] == "{" else -1), brace.end()
        pieces += [(None, ptx[old:begin]), (owner(ptx[begin:end]), ptx[begin:end])]
    rest = ptx[end:]
    members = ["".join(text for of, text in pieces if of in (None, member)) for member in range(count)]
    return [own + named_in(own, rest) for own in members]


def named_in(code, rest):
    """What comes behind the functions, without names that none of these uses."""
    used = set(re.findall(r"\$L__info_string\d+", code))
    return INLINED_NAME.sub(lambda name: name[0] if name[1] in used else "", rest)


class Cache:
    """Objects and programs under the hash of all that went into them."""

    def __init__(self, folder, nvcc, executor, include):
        self.folder, self.nvcc, self.executor, self.include = folder, nvcc, executor, include
        self.used = set()
        folder.mkdir(parents=True, exist_ok=True)
        headers = b"".join(p.read_bytes() for p in sorted(include.glob("*.h")))
        # What is made of an object is made here: an edit of this file asks anew.
        self.base = digest(headers, nvcc, os.stat(nvcc).st_mtime_ns, *COMPILE_FLAGS,
                           Path(__file__).read_bytes())
        self.executor_hash = digest(executor.read_bytes())

    def program(self, name, text, refuse_warnings=True):
        """Compiles one text alone."""
        key = digest(self.base, text)
        obj, warnings = self.entry(f"{name}.{key}.o"), self.entry(f"{name}.{key}.log")
        if not (obj.exists() and warnings.exists()):
            source = self.source(name, text)
            output = self.nvcc_run([*COMPILE_FLAGS, "-I", self.include, "-c", source], obj)
            warnings.write_text(output)
        # Host and device pass say the same: each line once.
        found = dict.fromkeys(line for line in warnings.read_text().splitlines()
                              if "warning" in line and "Remark" not in line)
        if found and refuse_warnings:
            raise Failure("nvcc warns:\n" + "\n".join(found))
        exe = self.entry(f"{name}.{digest(key, self.executor_hash)}.exe")
        if not exe.exists():
            self.nvcc_run(["-cudart", "none", obj, self.executor], exe)
        return Program(exe, f"{name}.{key}.cu")

    def source(self, name, text):
        """The file with this text."""
        path = self.entry(f"{name}.{digest(self.base, text)}.cu")
        path.write_bytes(text)
        return path

    def programs(self, texts, refuse_warnings=True):
        """Compiles all of texts (text -> name): text -> Program or Failure."""
        groups = defaultdict(dict)
        for text, name in texts.items():
            groups[unit_of(text)][text] = name
        made = {}
        for members in groups.values():
            made |= self.together(members, refuse_warnings)
        return made

    def together(self, members, refuse_warnings):
        """As programs(), of texts that unit_of() puts together."""
        if len(members) > 1 and (made := self.joint(members, refuse_warnings)):
            return made
        samples = defaultdict(dict)
        for text, name in members.items():
            samples[name.split(".")[0]][text] = name
        if len(samples) == 1:
            return {text: self.alone(name, text, refuse_warnings) for text, name in members.items()}
        return {text: program for own in samples.values()
                for text, program in self.together(own, refuse_warnings).items()}

    def alone(self, *arguments):
        """As program(), but gives the Failure."""
        try:
            return self.program(*arguments)
        except Failure as failure:
            return failure

    def joint(self, members, refuse_warnings):
        """As together(); None if nvcc objects."""
        joint = self.alone("joint", joint_unit(members), refuse_warnings)
        if isinstance(joint, Failure):
            return None
        ptx = [self.entry(f"{Path(joint.unit).stem}.{number}.ptx") for number in range(len(members))]
        if not all(path.exists() for path in ptx):
            obj = self.folder / Path(joint.unit).with_suffix(".o")
            for path, own in zip(ptx, ptx_of_members(ptx_of(obj.read_bytes()), len(members))):
                partial = path.with_name(f"tmp{os.getpid()}.{path.name}")
                partial.write_text(own)
                partial.replace(path)
        return {text: replace(joint, member=number, source=self.source(name, text).name, ptx=ptx[number])
                for number, (text, name) in enumerate(members.items())}

    def entry(self, name):
        self.used.add(name)
        return self.folder / name

    def nvcc_run(self, arguments, target):
        """Writes beside the target first: a killed run must leave no half file."""
        partial = target.with_name(f"tmp{os.getpid()}.{target.name}")
        run = subprocess.run([self.nvcc, *map(str, arguments), "-o", str(partial)],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = run.stdout.decode(errors="replace")
        if run.returncode != 0:
            partial.unlink(missing_ok=True)
            raise Failure("nvcc rejects it:\n" + output)
        partial.replace(target)
        return output

    def prune(self):
        for path in self.folder.iterdir():
            if path.name not in self.used:
                path.unlink(missing_ok=True)
