#!/usr/bin/env python3
"""Checks that texts which share a translation unit are judged as if compiled alone.

Exit: 0 all as it should be, 1 not so, 77 skipped (no nvcc, no executor).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from compare import SKIPPED
from programs import Cache, Failure, ptx_of_members

INCLUDE = '// A comment.\n#include "empty.h"\n'  # no longer to compile than it must be
MAIN = 'static int twice(int x) {{ return 2 * x; }}\nint main(int, char **) {{ return twice({}); }}\n'


def text(half, head=INCLUDE, body=""):
    """A program that exits with 2 * half."""
    return (head + body + MAIN.format(half)).encode()


def expect(condition, message):
    if not condition:
        sys.exit(f"check_programs.py: {message}")


def exits(program):
    return subprocess.run([program.path], env={**os.environ, **program.environment}).returncode


def check(cache, title, joint, texts, wrong=(), says="", sample=lambda n: ""):
    """texts, of which joint share a program and wrong (indices) do not compile; sample(n): whose."""
    made = list(cache.programs({t: f"{sample(n)}t{n}" for n, t in enumerate(texts)}).values())
    failed = [n for n, program in enumerate(made) if isinstance(program, Failure)]
    expect(failed == list(wrong), f"{title}: {failed} failed: {[str(made[n]) for n in failed]}")
    for n in failed:
        expect(f"t{n}." in str(made[n]) and says in str(made[n]), f"{title}: {made[n]}")
    right = [n for n in range(len(texts)) if n not in failed]
    for n in right:
        expect(exits(made[n]) == 2 * (n + 1), f"{title}: t{n} exits with {exits(made[n])}")
    found = [n for n in right if made[n].member >= 0]
    expect(found == list(joint), f"{title}: {found} are joint")


def check_members():
    """Of a unit's PTX each text has its own functions, whatever its number, and what is nobody's."""
    def function(name):
        inline_assembly = "{ \n.reg .pred p;\n}\n"
        return (f".visible .entry {name}(\n\t.param .u64 {name}_param_0\n)\n"
                f"{{\n{inline_assembly}\tret;\n}}\n")
    numbers = (0, 1, 9, 10, 11, 99, 100, 101)
    mangled = [f"_ZN{len(f'joint_{n}')}joint_{n}1kEv" for n in numbers]
    ptx = ".version 9.0\n.func _Zshared;\n" + "".join(map(function, mangled)) + ".file 1 \"a\"\n"
    members = ptx_of_members(ptx, 102)
    for name, own in ((name, members[n]) for name, n in zip(mangled, numbers)):
        expect(own.split() == f'.version 9.0 .func _Zshared; {function(name)} .file 1 "a"'.split(),
               f"PTX of {name}: {own}")
    names = "$L__info_string0:\n.b8 97,0\n$L__info_string1:\n.b8 98,\n.b8 98,0\n$L__info_string10:\n.b8 99,0\n"
    inlined = function(mangled[0]).replace("ret;", ".loc 1 2 3, function_name $L__info_string1, inlined_at 1 2 3\nret;")
    expect(ptx_of_members(inlined + names + "}\n", 1) == [inlined + "$L__info_string1:\n.b8 98,\n.b8 98,0\n}\n"],
           "names of inlined functions")


def check_all(cache):
    check_members()
    use_mma = "using nvcuda::wmma::fragment;\n"
    check(cache, "right", (0, 1, 2), [text(1), text(2), text(3)])
    check(cache, "a warning", (), [text(1), text(2, body="static int unused() { return 0; }\n"), text(3)],
          (1,), "warning")
    check(cache, "a warning in one of two samples", (0, 1), [text(1), text(2), text(3),
          text(4, body="static int unused() { return 0; }\n")], (3,), "warning", lambda n: f"s{n // 2}.")
    check(cache, "a missing include", (0, 1),
          [text(1, INCLUDE + "#include <mma.h>\n", use_mma),
           text(2, INCLUDE + "#include <mma.h>\n", use_mma), text(3, body=use_mma)],
          (2,), "nvcuda")
    pipeline, wait = "#include <cuda_pipeline.h>\n", (
        "__device__ inline void wait() { __pipeline_wait_prior(0); }\n")
    check(cache, "an added header", (0, 1), [text(1), text(2, INCLUDE + pipeline, wait)])
    check(cache, "an added header is missing", (0, 1),
          [text(1, INCLUDE + pipeline, wait), text(2), text(3, body=wait)], (2,), "__pipeline")
    check(cache, "a missing macro", (),
          [text(1, body="#define ONE 1\n"), text(2, body="constexpr int One = ONE;\n")], (1,), "ONE")
    check(cache, "a macro with two values", (0, 1),
          [text("HALF", body="#define HALF 1\n"), text("HALF", body="#define HALF 2\n")])
    check(cache, "a condition", (), [text(1, body="#ifdef X\n#endif\n"), text(2)])
    check(cache, "an include behind code", (),
          [text(n, body="int behind;\n#include <mma.h>\n") for n in (1, 2)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--executor", type=Path, required=True)
    arguments = parser.parse_args()
    nvcc = shutil.which(arguments.nvcc)
    if not nvcc or not arguments.executor.exists():
        print("skipped: programs need nvcc and the executor")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as headers:
        Path(headers, "empty.h").touch()
        check_all(Cache(Path(folder), nvcc, arguments.executor.resolve(), Path(headers)))
    print("programs: as they should be")
    return 0


if __name__ == "__main__":
    sys.exit(main())
