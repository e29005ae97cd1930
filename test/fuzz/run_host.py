#!/usr/bin/env python3
"""Rewrites random host programs (host.py) and runs them beside the originals.

Each program is rewritten as a user would do it: a copy of its folder, by -i, in random
forms, the whole program or the file of the kernels alone. Originals and outputs of some
programs become namespaces of one unit, which nvcc compiles and the executor runs. Output,
status and kinds of hazards must be the same.

    run_host.py --count 300 --seed 1 --tool build/bin/pipeline-rewrite \\
                --executor build/lib/libpipeline_cudart.a --keep failed

Exit: 0 no failure, 1 a failure, 77 skipped (no nvcc, no tool).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import collections
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from choices import Choices
from host import make_program, write
from host_joint import Failed, Problem, Rewritten, compiled, outcomes

SKIPPED = 77
KINDS = ["different", "hazard", "output", "tool", "generator"]


def form(program, seed, arch, plain):
    """Options of the tool; which files it is given."""
    c = Choices(f"{seed}.{program.index}.form", plain)
    variants = ["auto", "ldg", "ldg-single", "cpasync", "tma"]
    variant = c.pick("f.variant", variants, (1, 1, 0, 1, 9) if program.theme == "maps" else (4, 4, 0.3, 4, 0))
    stages = c.pick("f.stages", ["2", "3", "4", "auto"], (7, 1, 1, 1))
    options = ["--no-config", "--choose=rules", "--verify=syntax", f"--arch={arch}", f"--variant={variant}", f"--stages={stages}"]
    options.append(f"--epilogue={c.pick('f.epilogue', ['auto', 'peel', 'predicate'])}")
    for name, option, chance in (("once", "--copy-once", 0.2), ("stay", "--no-edit-launches", 0.05), ("no check", "--alias-check=off", 0.05),
                                 ("layout", "--layout=pad", 0.15), ("roll", "--unroll=roll", 0.1), ("blocks", "--min-blocks=2", 0.1),
                                 ("occupancy", "--allow-occupancy-loss", 0.7), ("format", "--no-format", 0.1)):
        if c.chance(f"f.{name}", chance):
            options.append(option)
    if variant == "tma" and c.chance("f.partitioned", 0.2):
        options.append("--api=partitioned")
    given = c.pick("f.given", ["all", "kernels", "database"], (3, 3, 2))
    return c, options, given


def rewrite(arguments, each, seed, arch, plain):
    """Runs the tool on a copy of the program."""
    c, options, given = form(each.program, seed, arch, plain)
    program = each.program
    if program.header:
        options.append("--header-filter=.")
    files = program.sources if given == "all" else [program.kernel_file]
    if given == "database":
        entries = [{"directory": str(each.new), "file": name,
                    "command": f"nvcc -std=c++17 -gencode arch=compute_{arch[3:]},code=sm_{arch[3:]} -c {name} -o x.o"} for name in program.sources]
        (each.new / "compile_commands.json").write_text(json.dumps(entries))
        options += ["-p", str(each.new)]
        files = [] if c.chance("f.no file", 0.5) else files
    else:
        options.append("--extra-arg=-std=c++17")
    each.options = [*options, *files]
    command = [arguments.tool, *options, "-i", "--report=json", "--no-cache", "-j1", *arguments.tool_option,
               *([f"--cuda-path={arguments.cuda_path}"] if arguments.cuda_path else []), *files]
    environment = {**os.environ, "PIPELINE_REWRITE_PRELUDES": str(arguments.preludes)}
    run = subprocess.run(["timeout", "-s", "KILL", str(arguments.timeout), *map(str, command)], cwd=each.new, capture_output=True, text=True, env=environment)
    if run.returncode:
        raise Failed("tool", f"exit {run.returncode}: {' '.join(each.options)}\n{run.stderr[-1500:]}")
    document = json.loads(run.stdout)
    each.loops = [loop for file in document.get("files", []) for loop in file.get("loops", [])] or document.get("loops", [])
    each.changed = any((each.new / name).read_text() != text for name, text in program.files.items())


# What the tool may write beside the loop, by a word of it.
PARTS = {"guarded by size": "%%dynamic_smem_size;", "range test": "Load ahead only where the loop stores", "tensor maps": "tensor_tiles::",
         "raised limits": "allowedSharedBytes("}
EXPECTED = {"LAUNCH-LIMIT", "GLOBAL-RACE", "RACE-WAW"}


def judge(each, found):
    """What is wrong with one program."""
    index = each.program.index
    missing = 'no status', '', set(), 'the joint program ended'
    old, new = found.get(f"old{index}", missing), found.get(f"new{index}", missing)
    if old[2] - EXPECTED or old[0] not in (0, 3 << 8, 97 << 8):
        return Problem("generator", index, f"status {old[0]}, {sorted(old[2])}\n{old[3][:1500]}\n{old[1]}")
    if "not supported" in old[3] or "UNSUPPORTED" in old[3]:
        return Problem("generator", index, old[3][:1500])
    words = " ".join(each.options)
    if old[:2] != new[:2]:
        lines = [f"  {a}   -   {b}" for a, b in zip((*old[1].splitlines(), "", ""), (*new[1].splitlines(), "", "")) if a != b]
        return Problem("different", index, f"{words}\nstatus {old[0]} - {new[0]}\n" + "\n".join(lines[:12]) + "\n" + new[3][:1500])
    if new[2] - old[2]:
        return Problem("hazard", index, f"{words}\n{sorted(new[2] - old[2])}\n{new[3][:1500]}")
    return None


# -- Batches ------------------------------------------------------------------------


def check_batch(arguments, seed, indices, plain=(), kept=None):
    """Figures and problems of some programs."""
    figures, problems = collections.Counter(), []
    with tempfile.TemporaryDirectory(prefix="host.", dir=arguments.cache) as folder:
        folder = Path(folder)
        arch, members = "sm_80", []
        for index in indices:
            program = make_program(seed, index, plain)
            arch = max(arch, program.arch)
            each = Rewritten(program, folder / "old" / str(index), folder / "new" / str(index))
            write(program, each.old)
            write(program, each.new)
            figures["programs"] += 1
            try:
                rewrite(arguments, each, seed, program.arch, plain)
            except Failed as failed:
                problems.append(Problem(failed.kind, index, failed.detail))
                continue
            for loop in each.loops:
                figures["loops"] += 1
                figures["rewritten"] += loop["verdict"] == "rewritten"
                if loop["verdict"] != "rewritten":
                    figures["refused " + (loop["refusal"]["id"] if loop.get("refusal") else loop["verdict"])] += 1
            text = "".join((each.new / name).read_text() for name in program.files)
            for name, words in PARTS.items():
                figures["with " + name] += words in text
            if each.changed:
                figures["changed"] += 1
                members.append(each)
        for program, some in compiled(arguments, members, folder, arch, problems):
            found = outcomes(arguments, program, seed)
            for each in some:
                figures["compared"] += 1
                figures["launches"] += found.get(f"old{each.program.index}", ("", ""))[1].count("\n")
                problem = judge(each, found)
                if problem:
                    problems.append(problem)
        if kept:
            for problem in problems:
                keep(kept, seed, problem, folder, arch)
    return figures, problems


def keep(folder, seed, problem, files, arch):
    target = folder / f"{seed}.{problem.index}.{problem.kind}"
    target.mkdir(parents=True, exist_ok=True)
    (target / "problem.txt").write_text(f"{problem.kind} {arch}\n{problem.detail}\n")
    for which in ("old", "new"):
        shutil.copytree(files / which / str(problem.index), target / which, dirs_exist_ok=True)


def reduce_problem(arguments, seed, problem):
    """Decisions made plain as long as the program fails in the same way; the names that are left."""
    deadline, plain = time.monotonic() + arguments.reduce_time, []

    def fails(names):
        own = argparse.Namespace(**vars(arguments))
        try:
            return any(each.kind == problem.kind for each in check_batch(own, seed, [problem.index], names)[1])
        except Exception:  # the plainer program cannot be generated
            return False

    while time.monotonic() < deadline:
        fancy = make_program(seed, problem.index, plain).c.fancy() + [
            n for n in form(make_program(seed, problem.index), seed, "sm_80", plain)[0].fancy()]
        left = [name for name in fancy if name not in plain]
        before = len(plain)
        size = max(1, len(left) // 2)
        while size and time.monotonic() < deadline:
            for begin in range(0, len(left), size):
                names = [n for n in left[begin:begin + size] if n not in plain]
                if names and time.monotonic() < deadline and fails(plain + names):
                    plain += names
            size //= 2
        if len(plain) == before:
            break
    return plain


def batches(arguments):
    if arguments.only:
        yield arguments, arguments.seed, arguments.only
        return
    for first in range(0, arguments.count, arguments.per_batch):
        yield arguments, arguments.seed, list(range(first, min(first + arguments.per_batch, arguments.count)))


def work(job):
    arguments, seed, indices = job
    try:
        return seed, indices, *check_batch(arguments, seed, indices, arguments.plain, arguments.keep)
    except Exception:  # a fault of these files: the others go on
        return seed, indices, collections.Counter(), [Problem("generator", indices[0], traceback.format_exc())]


def run_all(arguments):
    totals, problems, started = collections.Counter(), [], time.monotonic()
    with multiprocessing.Pool(arguments.jobs) as pool:
        for seed, indices, figures, found in pool.imap_unordered(work, batches(arguments)):
            totals.update(figures)
            problems += found
            if arguments.log:
                with arguments.log.open("a") as out:
                    out.write(json.dumps({"seed": seed, "programs": indices, "figures": figures,
                                          "problems": [vars(each) for each in found]}) + "\n")
            for problem in found:
                print(f"FAIL [{problem.kind}] seed {seed} program {problem.index}: " + " / ".join(problem.detail.splitlines()[:3])[:300], flush=True)
                if arguments.keep and arguments.reduce > 0 and problem.kind != "generator":
                    arguments.reduce -= 1
                    plain = reduce_problem(arguments, seed, problem)
                    _, last = check_batch(arguments, seed, [problem.index], plain, arguments.keep / "reduced")
                    print(f"  reduced: host.py --seed {seed} --only {problem.index} --plain {','.join(plain)}", flush=True)
            if arguments.until_found and any(each.kind != "generator" for each in found):
                pool.terminate()
                break
            print(f"{totals['programs']} programs, {totals['changed']} rewritten, {len(problems)} failures, {time.monotonic() - started:.0f} s", flush=True)
    seconds = time.monotonic() - started
    print(f"\n{totals['programs']} programs, {totals['changed']} rewritten, {totals['compared']} compared, {totals['launches']} lines, "
          f"loops {totals['rewritten']} of {totals['loops']}, {seconds:.0f} s, {totals['programs'] / seconds:.2f} programs/s")
    print("programs with " + ", ".join(f"{name} {totals['with ' + name]}" for name in PARTS))
    print("refusals: " + ", ".join(f"{name[8:]} {n}" for name, n in totals.most_common() if name.startswith("refused ")))
    kinds = collections.Counter(problem.kind for problem in problems)
    print("failures: " + ", ".join(f"{kind} {kinds[kind]}" for kind in KINDS))
    return 1 if problems else 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--count", type=int, default=300, help="programs, default 300")
    add("--seed", type=int, default=1)
    add("--only", type=lambda text: [int(n) for n in text.split(",")], help="the numbers of these programs")
    add("--jobs", type=int, default=1)
    add("--per-batch", type=int, default=12, help="programs that are compiled together, default 12")
    add("--plain", type=lambda text: [n for n in text.split(",") if n], default=[], help="decisions of host.py to make plain")
    add("--tool", type=Path, required=True)
    add("--tool-option", action="append", default=[], help="a further option of the tool")
    add("--executor", type=Path, required=True, help="libpipeline_cudart.a")
    add("--nvcc", default="nvcc")
    add("--cuda-path", help="toolkit whose headers the tool takes, default its own choice")
    add("--keep", type=Path, help="folder for failing programs")
    add("--log", type=Path, help="append a line of JSON for each batch")
    add("--until-found", action="store_true", help="stop at the first failure")
    add("--reduce", type=int, default=0, help="how many failures to reduce, default 0")
    add("--reduce-time", type=int, default=180, help="seconds for one, default 180")
    add("--cache", type=Path, help="folder for temporary files, default the system's")
    add("--timeout", type=int, default=120, help="seconds for one run of the tool or of nvcc")
    return parser.parse_args()


def main():
    arguments = parse()
    arguments.nvcc = shutil.which(arguments.nvcc)
    if not arguments.nvcc or not arguments.tool.exists() or not arguments.executor.exists():
        print("skipped: no nvcc, tool or executor")
        return SKIPPED
    arguments.tool, arguments.executor = arguments.tool.resolve(), arguments.executor.resolve()
    if arguments.keep:
        arguments.keep = arguments.keep.resolve()
    with tempfile.TemporaryDirectory(prefix="preludes.", dir=arguments.cache) as folder:
        arguments.preludes = folder
        return run_all(arguments)


if __name__ == "__main__":
    sys.exit(main())
