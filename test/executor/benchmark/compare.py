#!/usr/bin/env python3
"""Times the executor on SGEMM: process time, instructions per second, memory.

usage: compare.py FOLDER [OTHER_FOLDER] [--rounds N] [--check]

FOLDER holds the program `sgemm` of this test suite, linked with the executor.
OTHER_FOLDER, if given, holds the same program linked with another library (an
older build, another executor); the two are then run alternately, so that both
see the same state of the machine. --check fails when the limits of the project
are not met: 64^3 within 25 ms, 128^3 within 0.2 s, time linear in the work,
memory within three times the program's own allocations.
"""
import argparse
import os
import statistics
import sys

SIZES = [64, 128, 192]
FORMS = ["plain", "async"]
LIMITS = {64: 0.025, 128: 0.2}  # seconds of processor time


def run(program, form, size):
    """Processor seconds and peak memory in KiB of one run."""
    command = [program, form] + [str(size)] * 3
    pid = os.posix_spawn(program, command, os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"{' '.join(command)}: status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def measure(programs, form, size, rounds):
    times = [[] for _ in programs]
    memory = [0 for _ in programs]
    for _ in range(rounds):
        for i, program in enumerate(programs):
            seconds, peak = run(program, form, size)
            times[i].append(seconds)
            memory[i] = max(memory[i], peak)
    return times, memory


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    programs = [os.path.join(f, "sgemm") for f in args.folders]
    failures, per_work = [], {}
    print(f"{'form':<7}{'size':>5}" + "".join(
        f"{'min s':>10}{'median s':>10}{'MiB':>7}" for _ in programs) +
        ("   ratio of medians" if len(programs) > 1 else ""))
    for form in FORMS:
        for size in SIZES:
            times, memory = measure(programs, form, size, args.rounds)
            row = f"{form:<7}{size:>5}"
            for t, m in zip(times, memory):
                row += f"{min(t):>10.4f}{statistics.median(t):>10.4f}{m / 1024:>7.1f}"
            if len(programs) > 1:
                row += f"{statistics.median(times[0]) / statistics.median(times[1]):>12.2f}"
            print(row)
            per_work[form, size] = min(times[0]) / size ** 3
            if min(times[0]) > LIMITS.get(size, 1e9):
                failures.append(f"{form} {size}^3: {min(times[0]):.4f} s")
    for form in FORMS:
        growth = per_work[form, SIZES[-1]] / per_work[form, 128]
        print(f"{form}: time per multiplication, {SIZES[-1]}^3 against 128^3: {growth:.2f}")
        if growth > 1.3:
            failures.append(f"{form}: not linear in the work ({growth:.2f})")
    # C on the host and on the device; A and B are thin. The peak contains the
    # program itself and the interpreter that starts it, some 15 MiB.
    size = 1536
    own = 2 * (size * size + 2 * 16 * size) * 4 / 1024
    ratio = memory_of(programs[0], size) / own
    print(f"memory at {size}x{size}x16: {ratio:.2f} times the program's own allocations")
    if ratio > 3:
        failures.append(f"memory: {ratio:.2f} times the program's own")
    if args.check and failures:
        sys.exit("\n".join(failures))


def memory_of(program, size):
    """Peak KiB of a run with large matrices and few tiles."""
    pid = os.posix_spawn(program, [program, "plain", str(size), str(size), "16"], os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    return usage.ru_maxrss


if __name__ == "__main__":
    main()
