#!/usr/bin/env python3
"""Time and peak memory of pipeline-rewrite against a bare parse of the same unit.

usage: parse_cost.py [options] [FILE.cu ...] [-- COMPILER_FLAGS]

Runs `pipeline-rewrite FILE` and `clang++ -fsyntax-only FILE` (device side only,
one architecture) in turn, swapping who goes first, and prints the ratio of each
pair: median, least and greatest. Nothing is written. Flags after -- go to both.

Time is CPU time, user and system: on a busy machine it is steadier than the
clock on the wall, and neither program does two things at once.

Both need the same headers, and clang++ has no declarations of its own: without
a CUDA toolkit this script has nothing to compare. Not a test: timings depend on
what else the machine does.
"""
import argparse
import os
import shutil
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(command):
    """CPU seconds and peak MiB of one run and of processes it started, and its
    exit status; its output is thrown away. The peak is that of the greatest
    process: what a forked one shares with its parent counts once."""
    child = os.posix_spawn(command[0], command, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)])
    _, status, usage = os.wait4(child, 0)
    seconds = usage.ru_utime + usage.ru_stime
    return seconds, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def checked(command):
    seconds, memory, status = run(command)
    if status != 0:
        sys.exit(f"exit status {status} from: {' '.join(command)}")
    return seconds, memory


def pairs(tool, parse, rounds):
    """One (tool, parse) measurement per round; the first round warms caches."""
    for turn in range(rounds + 1):
        if turn % 2:
            ours, theirs = checked(tool), checked(parse)
        else:
            theirs, ours = checked(parse), checked(tool)
        if turn:
            yield ours, theirs


def spread(values, form="{:.2f}"):
    return " ".join(form.format(f(values)).rjust(6) for f in (statistics.median, min, max))


def toolkit():
    for root in (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME")):
        if root and (Path(root) / "include/cuda.h").exists():
            return Path(root)
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    return Path(nvcc).resolve().parents[1] if nvcc else None


def program(name, *fallbacks):
    for candidate in (name, *fallbacks):
        if found := shutil.which(candidate):
            return os.path.abspath(found)
    sys.exit(f"there is no {name} here")


def main():
    arguments, flags = sys.argv[1:], []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, flags = arguments[:cut], arguments[cut + 1:]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="default: every sample")
    parser.add_argument("--tool", default=str(ROOT / "build/bin/pipeline-rewrite"))
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--cuda-path", type=Path, default=toolkit())
    parser.add_argument("--arch", default="sm_86")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--tool-option", action="append", default=[],
                        help="passed to pipeline-rewrite alone, as --tool-option=--variant=ldg")
    args = parser.parse_args(arguments)
    if not args.cuda_path:
        sys.exit("no CUDA toolkit found; name one with --cuda-path")

    tool = [program(args.tool), f"--cuda-path={args.cuda_path}", f"--arch={args.arch}",
            *args.tool_option]
    parse = [program(args.clang, "/usr/lib/llvm-22/bin/clang++"), "-x", "cuda",
             "--cuda-device-only", f"--cuda-gpu-arch={args.arch}",
             f"--cuda-path={args.cuda_path}", "-isystem", f"{args.cuda_path}/include/cccl",
             "-Wno-unknown-cuda-version", "-std=c++17", "-fsyntax-only", *flags]

    print(f"{args.rounds} pairs each: median, least, greatest of tool / parse")
    print(f"{'':28} {'parse':>13} | {'time ratio':^20} | {'memory ratio':^20}")
    medians = []
    for file in args.files or sorted(map(str, (ROOT / "test/samples").glob("*.cu"))):
        own = [*tool, file, "--", *flags] if flags else [*tool, file]
        runs = list(pairs(own, [*parse, file], args.rounds))
        times = [ours[0] / theirs[0] for ours, theirs in runs]
        memory = [ours[1] / theirs[1] for ours, theirs in runs]
        seconds = statistics.median(theirs[0] for _, theirs in runs)
        peak = statistics.median(theirs[1] for _, theirs in runs)
        print(f"{Path(file).name[:28]:28} {seconds:4.2f} s {peak:3.0f} MB"
              f" | {spread(times)} | {spread(memory)}", flush=True)
        medians.append(statistics.median(times))
    print(f"median of the time ratios over {len(medians)} files: {statistics.median(medians):.2f}")


if __name__ == "__main__":
    main()
