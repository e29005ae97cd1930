#!/usr/bin/env python3
"""Runs the class kernels for n = 0..5 and several seeds and prints the table.

Fails unless every class is reported or differs for some n with every seed, and
every correct twin is silent with every n and every seed.

usage: check_classes.py CLASSES_PROGRAM [SEEDS]
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

TRIPS = range(6)


def run(program, trips, seed, report):
    env = dict(os.environ, PIPELINE_EXEC_SEED=str(seed),
               PIPELINE_EXEC_VERBOSE="0", PIPELINE_EXEC_REPORT=report)
    out = subprocess.run([program, str(trips)], env=env, text=True,
                         capture_output=True)
    if out.returncode not in (0, 97):
        sys.exit(f"n={trips} seed={seed}: exit status {out.returncode}\n{out.stderr}")
    kinds = collections.defaultdict(set)  # (class name, is bad) -> kinds
    for line in open(report):
        kind, *fields = line.rstrip("\n").split("\t")
        values = dict(f.split("=", 1) for f in fields)
        name = re.search(r"(\w+)<(?:\(bool\)(\d)|(true|false))>", values["kernel"])
        kinds[name[1], name[2] == "1" or name[3] == "true"].add(kind)
    results = [line.split() for line in out.stdout.splitlines()]
    return results, kinds


def main():
    program = sys.argv[1]
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    caught = collections.defaultdict(lambda: collections.defaultdict(int))
    kinds_of = collections.defaultdict(set)
    differs = collections.defaultdict(int)
    names, problems = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, seeds + 1):
            for trips in TRIPS:
                results, kinds = run(program, trips, seed, folder + "/report")
                for number, name, result in results:
                    names[int(number)] = name
                    if result == "failed":
                        problems.append(f"{name}: launch failed, n={trips}")
                    if kinds[name, False]:
                        problems.append(f"twin of {name} reported "
                                        f"{sorted(kinds[name, False])}, n={trips} seed={seed}")
                    differs[name] += result == "differs"
                    kinds_of[name] |= kinds[name, True]
                    if result == "differs" or kinds[name, True]:
                        caught[name][trips] += 1
    print(f"{'class':<34}{'caught of ' + str(seeds) + ' seeds, n=0..5':<30}"
          f"{'V':>4}  R")
    for number in sorted(names):
        name = names[number]
        row = " ".join(str(caught[name][n]) for n in TRIPS)
        print(f"{number:>2} {name:<31}{row:<30}{differs[name]:>4}  "
              f"{' '.join(sorted(kinds_of[name])) or '-'}")
        if max(caught[name].values(), default=0) < seeds:
            problems.append(f"class {number} {name} is missed")
    if len(names) != 36:
        problems.append(f"{len(names)} classes instead of 36")
    print(f"{len(names)} classes, {len(problems)} problems")
    sys.exit("\n".join(problems) if problems else 0)


if __name__ == "__main__":
    main()
