#!/usr/bin/env python3
"""Checks the ablation twins and what run.sh makes of their times, without a GPU.

Twins of some samples run under the executor: they pass every barrier that the
original passes and execute fewer instructions, the loop's loads or computation
being gone. Then run.sh runs with an nvcc and a GPU that are scripts, whose
programs print chosen times.

Exit: 0 all as it should be, 1 not so, 77 skipped (no nvcc, no executor).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parent / "samples"
sys.path.insert(0, str(SAMPLES))
from compare import SKIPPED  # noqa: E402
from programs import Cache  # noqa: E402
from twins import KINDS, make_twin  # noqa: E402

# Name, size: one load for each thread; loads through registers; a template.
CHECKED = [("sgemm_step", "64x64x128"), ("sgemm_register_tiled", "128x128x64"),
           ("sgemm_template", "64x64x128")]

TIMES = {"orig": 10, "ldg-peel": 8, "ldg-predicate": 9, "compute-only": 6, "load-only": 5}


def expect(condition, message):
    if not condition:
        sys.exit(f"check_twins.py: {message}")


def counts(program, size):
    """(instructions, barriers, standard output) of one timed run."""
    m, n, k = size.split("x")
    run = subprocess.run([program.path, "--m", m, "--n", n, "--k", k, "--time", "1"], timeout=300,
                         env={**os.environ, "PIPELINE_EXEC_STATS": "1"},
                         capture_output=True, text=True)
    found = re.search(r"(\d+) instructions, (\d+) barriers", run.stderr)
    expect(found, f"{program.path}: {run.stderr}")
    return int(found[1]), int(found[2]), run.stdout


def check_under_executor(arguments):
    cache = Cache(arguments.cache, arguments.nvcc, arguments.executor, SAMPLES)
    for name, size in CHECKED:
        source = SAMPLES / f"{name}.cu"
        original = counts(cache.program(name, source.read_bytes()), size)
        found = {}
        for kind in KINDS:
            text = make_twin(arguments.tool, source, kind).encode()
            found[kind] = counts(cache.program(f"{name}.{kind}", text, refuse_warnings=False), size)
            expect(found[kind][1] == original[1],
                   f"{name} {kind}: {found[kind][1]} barriers, the original has {original[1]}")
            expect(re.search(r"^TIME .*median_ms=", found[kind][2], flags=re.M),
                   f"{name} {kind}: no time in\n{found[kind][2]}")
        computes, loads = (found[kind][0] for kind in KINDS)
        expect(loads < computes < original[0] < computes + loads,
               f"{name}: {original[0]} instructions, {computes} and {loads} in its twins")


def write_script(path, text):
    path.write_text(text)
    path.chmod(0o755)


def check_table(folder):
    """run.sh with a stub for nvcc, whose programs print the times above."""
    shutil.copy(HERE / "run.sh", folder)
    for form in TIMES:
        (folder / f"k.{form}.cu").write_text('#include "harness.h"\n')
    stubs = folder / "stubs"
    stubs.mkdir()
    write_script(stubs / "nvidia-smi", '#!/bin/sh\ncase $1 in *cap) echo 9.0;; *) echo Stub GPU;; esac\n')
    # The last word is the program, whose name ends in the form.
    cases = "".join(f'*.{form}) echo "TIME k 1x1x1 median_ms={ms} min_ms={ms} spread=0 '
                    f'gflops=1";;' for form, ms in TIMES.items())
    write_script(stubs / "nvcc", f"""#!/bin/bash
[ "$1" = --version ] && {{ echo 'release 13.0,'; exit; }}
cat > "${{@: -1}}" <<'END'
#!/bin/bash
case $0 in *-only) echo 'CASE k 1x1x1 hash=1 maxerr=9 BAD';; *) echo 'CASE k 1x1x1 hash=0 maxerr=0 ok';; esac
[[ "$*" == *--time* ]] && case $0 in {cases} esac
[[ $0 != *-only ]]
END
chmod +x "${{@: -1}}"
""")
    environment = {**os.environ, "PATH": f"{stubs}:{os.environ['PATH']}"}

    def run(*options):
        done = subprocess.run([folder / "run.sh", *options], env=environment, timeout=120,
                              capture_output=True, text=True)
        expect(done.returncode == 0, f"run.sh {options}: {done.stdout}{done.stderr}")
        return done.stdout

    plain = run()
    expect("-only" not in plain, f"a twin ran although nothing is timed:\n{plain}")
    timed = run("--time", "2", "--rounds", "1")
    # Of 10 ms, 6 are left where all loads are hidden; the best form hides 2 of 4.
    row = r"^k +1x1x1 +10 +6 +5 +8 ldg-peel +50%$"
    expect(re.search(row, timed, flags=re.M), f"no row {row} in\n{timed}")
    expect(re.search(r"^k +load-only +0 +0 +ok +timed only$", timed, flags=re.M), timed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--nvcc", type=Path, required=True)
    parser.add_argument("--executor", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check_table(Path(folder))
    if not shutil.which(arguments.nvcc) or not arguments.executor.exists():
        print("skipped: twins need nvcc and the executor")
        return SKIPPED
    check_under_executor(arguments)
    print("twins: as they should be")
    return 0


if __name__ == "__main__":
    sys.exit(main())
