#!/usr/bin/env python3
"""Writes a wheel that holds the static program, for pip and pre-commit.

usage: make_wheel.py PROGRAM --version 0.1.0 --licences FOLDER --output FOLDER

The program lands in the bin folder of the environment, as that of clang-format
and ruff do: nothing of it is Python, and it needs neither glibc nor musl, so
that one wheel serves every Linux of its processor. Equal inputs give equal bytes.
"""
import argparse
import base64
import hashlib
import pathlib
import platform
import zipfile

# Starts the same file under the name of the language server. pip writes the
# interpreter's path into the first line.
LANGUAGE_SERVER = """\
#!python
import os
import sys

program = os.path.join(os.path.dirname(os.path.realpath(__file__)), "pipeline-rewrite")
os.execv(program, ["pipeline-rewrite-lsp"] + sys.argv[1:])
"""

SUMMARY = "Rewrites tiled CUDA K-loops into software-pipelined ones"


class Wheel:
    def __init__(self, path, info):
        self.file = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.info, self.record = info, []

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name)  # of 1980: no time of this build
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.file.writestr(entry, data, compresslevel=9)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self):
        name = f"{self.info}/RECORD"
        self.add(name, "\n".join(self.record + [f"{name},,", ""]).encode())
        self.file.close()


def platforms(processor):
    """What pip compares with the system it runs on: glibc 2.17 and musl 1.1 are
    the oldest that it has names for."""
    return [f"manylinux_2_17_{processor}", f"manylinux2014_{processor}",
            f"musllinux_1_1_{processor}"]


def metadata(version, licences):
    lines = ["Metadata-Version: 2.1", "Name: pipeline-rewrite", f"Version: {version}",
             f"Summary: {SUMMARY}", "License: Apache-2.0 WITH LLVM-exception",
             "Requires-Python: >=3.7"]
    lines += [f"License-File: {name}" for name in licences]
    return "\n".join(lines + [""]).encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--licences", type=pathlib.Path, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--processor", default=platform.machine())
    options = parser.parse_args()

    name = f"pipeline_rewrite-{options.version}"
    info, scripts = f"{name}.dist-info", f"{name}.data/scripts"
    tags = platforms(options.processor)
    options.output.mkdir(parents=True, exist_ok=True)
    path = options.output / f"{name}-py3-none-{'.'.join(tags)}.whl"
    licences = {file.name: file.read_bytes() for file in sorted(options.licences.iterdir())}

    wheel = Wheel(path, info)
    wheel.add(f"{scripts}/pipeline-rewrite", options.program.read_bytes(), 0o755)
    wheel.add(f"{scripts}/pipeline-rewrite-lsp", LANGUAGE_SERVER.encode(), 0o755)
    wheel.add(f"{info}/METADATA", metadata(options.version, licences))
    wheel.add(f"{info}/WHEEL", "\n".join(
        ["Wheel-Version: 1.0", "Generator: pipeline-rewrite", "Root-Is-Purelib: false",
         *(f"Tag: py3-none-{tag}" for tag in tags), ""]).encode())
    for licence, text in licences.items():
        wheel.add(f"{info}/licenses/{licence}", text)
    wheel.close()
    print(path)


if __name__ == "__main__":
    main()
