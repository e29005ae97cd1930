#!/usr/bin/env python3
"""Tests run_corpus.py on a repository of our own: Inputs/, copied to --work.

With an nvcc the outputs are compiled, with the executor the program is run, too; without them that part is left out.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LOOPS = {
    ("loose/partly.cu", 5, "rewritten", ""),
    ("loose/refused.cu", 4, "refused", "early-exit"),
    ("loose/refused.cu", 14, "not-a-k-loop", ""),
    ("tiled/main.cu", 10, "rewritten", ""),
    ("tiled/rows.cuh", 8, "rewritten", ""),
}
PARSED = {
    "loose/broken.cu": "not", "loose/partly.cu": "partly", "loose/plain.cu": "skipped", "loose/refused.cu": "fully",
    "tiled/main.cu": "fully", "tiled/rows.cuh": "fully",
}
COMPILED = {
    "loose/broken.cu": "original-fails", "loose/partly.cu": "original-fails", "loose/plain.cu": "",
    "loose/refused.cu": "", "tiled/main.cu": "ok", "tiled/rows.cuh": "ok",
}


def content(folder):
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(where, name), "rb") as file:
                found[os.path.relpath(os.path.join(where, name), folder)] = file.read()
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--nvcc")
    parser.add_argument("--executor")
    parser.add_argument("--work", required=True)
    options = parser.parse_args()
    checkout, result = os.path.join(options.work, "checkout"), os.path.join(options.work, "corpus.json")
    shutil.rmtree(options.work, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, "Inputs"), checkout)

    def run(*more):
        command = [sys.executable, os.path.join(HERE, "run_corpus.py"), checkout, "--tool", options.tool,
                   "--jobs", "2", "--json", result] + list(more)
        status = subprocess.run(command).returncode
        with open(result, encoding="utf-8") as file:
            return status, json.load(file)

    def expect(what, found, wanted):
        if found != wanted:
            sys.exit("%s:\n  found  %s\n  wanted %s" % (what, found, wanted))

    compiles = bool(options.nvcc)
    executes = compiles and os.path.exists(options.executor or "")
    more = ["--compile", "--nvcc", options.nvcc] if compiles else ["--tool-arg=--cuda-path=builtin"]
    if executes:
        more += ["--execute", "--executor", options.executor]
    status, found = run(*more)
    expect("exit", status, 0)
    expect("loops", {(l["file"], l["line"], l["verdict"], l["id"]) for l in found["loops"]}, LOOPS)
    files = {f["path"]: f for f in found["files"]}
    expect("parsed", {path: f["parsed"] for path, f in files.items()}, PARSED)
    # The tool finds them by itself, in the file that includes it.
    expect("instances", files["tiled/rows.cuh"]["instances"], [])
    expect("flags", {"-Itiled/include", "-DTILE=64"} - set(files["tiled/main.cu"]["flags"]), set())
    table = found["repositories"][0]
    counts = ["files", "headers", "withoutBarrier", "parsedFully", "parsedPartly", "notParsed", "barrierLoops",
              "candidates"]
    expect("counts", [table[c] for c in counts], [5, 1, 1, 3, 1, 1, 5, 4])
    expect("rewritten", sum(table["rewritten"].values()), 3)
    expect("refused", table["refused"], {"early-exit": 1})
    if compiles:
        expect("compiled", {path: f["compiled"] for path, f in files.items()}, COMPILED)
    if executes:
        expect("executed", [(r["program"], r["outcome"]) for r in found["executed"]], [("tiled", "same")])

    _, found = run("--only", "refused", "--tool-arg=--cuda-path=builtin")
    expect("counts of --only", [found["repositories"][0][c] for c in counts], [1, 0, 0, 1, 0, 0, 2, 1])
    status, found = run("--tool-arg=--no-such-option")
    expect("a tool without a result", (status, len(found["repositories"][0]["crashes"])), (1, 5))
    expect("checkout unchanged", content(checkout) == content(os.path.join(HERE, "Inputs")), True)


if __name__ == "__main__":
    main()
