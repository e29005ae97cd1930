#!/usr/bin/env python3
"""Opens holes of the analysis on purpose and counts the kernels until a batch finds each.

A hole is a mutation of test/mutation/Mutations.def, made in pipeline-rewrite-mutants, and the
profiles that are to find it (profiles.py). The tool's own check of its output is off
but for syntax: here the generator alone has to find it.

    holes.py --tool build/bin/pipeline-rewrite-mutants --runner build/bin/pipeline-fuzz-run
    holes.py --tool OLD/pipeline-rewrite --runner ... --no-mutation

With --no-mutation the tool is one that has the holes, and all profiles are run.

Exit: 0 each is found, 1 one is not, 77 skipped (a program is missing).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FORMS = "auto-predicate,ldg-peel,cpasync-predicate"

HOLES = {
    "allow-acquire": ["acquire"],
    "allow-asm-read": ["asm-late", "asm-after", "asm-front"],
    "allow-hidden-change": ["swap", "other-name"],
    "allow-hidden-pointer": ["pointer-by-reference", "pointer-by-pointer"],
    "allow-other-name": ["reference-member"],
    "allow-size-read": ["dynamic-size"],
    "bindings-forgotten": ["binding"],
    "defaults-forgotten": ["default-argument"],
    "effects-dropped": ["second-declarator"],
    "held-is-distinct": ["held-pointer"],
    "init-twice": ["start"],
    "lambda-state-forgotten": ["mutable-lambda"],
    "stale-by-spelling": ["branches", "branch-chains"],
    "trust-system": ["block-sum"],
    "via-changed": ["other-name", "swap"],
}


def batch(arguments, mutation, profile):
    """Kernels until found, or None; and the kinds of failures."""
    environment = dict(os.environ)
    if mutation:
        environment["PIPELINE_REWRITE_MUTATION"] = mutation
    command = [sys.executable, HERE / "run.py", "--tool", arguments.tool, "--runner", arguments.runner,
               "--cuda-path", arguments.cuda_path, "--profile", profile,
               "--count", arguments.count, "--per-file", 6, "--seed", arguments.seed, "--jobs", 1, "--reduce", 0, "--until-found",
               "--forms", FORMS, "--forms-per-file", 3, "--tool-option=--verify=syntax"]
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    if run.returncode == 77:
        print(run.stdout.strip())
        sys.exit(77)
    found = re.search(r"first failure within (\d+) kernels", run.stdout)
    kinds = re.search(r"failures: (.*)", run.stdout)
    kinds = ", ".join(each for each in (kinds[1].split(", ") if kinds else []) if not each.endswith(" 0"))
    return (int(found[1]) if found else None), kinds or run.stderr[-200:]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("names", nargs="*", help="mutations, default all")
    add("--tool", type=Path, required=True)
    add("--runner", type=Path, required=True)
    add("--cuda-path", default="/usr/local/cuda")
    add("--count", type=int, default=240, help="kernels of a batch at most, default 240")
    add("--seed", type=int, default=1)
    add("--no-mutation", action="store_true", help="the tool has the holes")
    arguments = parser.parse_args()
    if not arguments.tool.exists() or not arguments.runner.exists():
        print("skipped: the programs are not built")
        return 77
    known = (HERE.parent / "mutation/Mutations.def").read_text()
    missed = 0
    for mutation, profiles in HOLES.items():
        if arguments.names and mutation not in arguments.names:
            continue
        if not arguments.no_mutation and f'"{mutation}"' not in known:
            print(f"{mutation:24} not in Mutations.def")
            continue
        results = [(profile, *batch(arguments, None if arguments.no_mutation else mutation, profile))
                   for profile in profiles]
        # A mutation is found by one of its profiles; a tool with all holes by each.
        missing = [profile for profile, count, _ in results if count is None]
        missed += len(missing) if arguments.no_mutation else len(missing) == len(results)
        for profile, count, kinds in results:
            print(f"{mutation:24} {profile:22} {'not found' if count is None else count:>9}  {kinds}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
