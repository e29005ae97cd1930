#!/usr/bin/env python3
"""A session of the server with the protocol's reference implementation, from npm.

usage: reference.py NPM TOOL FOLDER

The package is kept in the folder. Exit status 77, a skip, where it is not there and npm reaches no registry.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
INPUTS = HERE.parent / "Prove" / "Inputs"
PACKAGE = "@modelcontextprotocol/sdk"
SKIPPED = 77


def has_client(environment):
    return subprocess.run(["node", "-e", f"require('{PACKAGE}/client/index.js')"], env=environment,
                          capture_output=True).returncode == 0


def write_sources(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for source in INPUTS / "reverse.cu", HERE.parent / "Tool" / "Inputs" / "gemm.cu":
        shutil.copy(source, folder)
    text = (INPUTS / "sum.cu").read_text()
    (folder / "old.cu").write_text(text)
    (folder / "new.cu").write_text(text.replace("i < n", "i + 1 < n"))


def main():
    npm, tool, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, NODE_PATH=os.pathsep.join(
        [str(folder / "node_modules"), os.environ.get("NODE_PATH", "")]))
    if not shutil.which("node"):
        print("skipped: there is no node")
        return SKIPPED
    if not has_client(environment):
        subprocess.run([npm, "install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund",
                        "--fetch-retries=0", PACKAGE + "@1"], capture_output=True, timeout=300)
    if not has_client(environment):
        print(f"skipped: npm's package {PACKAGE} is not there")
        return SKIPPED
    write_sources(folder / "sources")
    return subprocess.run(["node", HERE / "session.js", tool.resolve(), folder / "sources"], env=environment,
                          timeout=600).returncode


if __name__ == "__main__":
    sys.exit(main())
