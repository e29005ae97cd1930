#!/usr/bin/env python3
"""Makes a folder that runs on any machine with a GPU and nvcc.

Rewrites every sample in every form and puts the sources, original and
rewritten, beside harness.h and run.sh. manifest.tsv tells what became of each
form: accepted, refused with the ids, the same text as an earlier form, or error.
Beside them stand the compute-only and load-only twins of each sample (twins.py),
which run.sh times and does not compare.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parent / "samples"
sys.path.insert(0, str(SAMPLES))
from forms import TENSOR_MAPS, forms_of, rewrite  # noqa: E402
from twins import KINDS, NoTwin, ToolFailed, make_twin  # noqa: E402


def rewrite_sample(tool, source, out):
    """Writes NAME.orig.cu and NAME.FORM.cu; gives the rows of the manifest."""
    name = source.stem
    shutil.copy(source, out / f"{name}.orig.cu")
    rows = []
    seen = {}
    for form in forms_of(source.read_bytes()) + TENSOR_MAPS:
        target = out / f"{name}.{form.name}.cu"
        outcome = rewrite(tool, source, form, target)
        status, detail = outcome.status, outcome.detail
        if status == "accepted" and outcome.text in seen:
            status, detail = "same", seen[outcome.text]
        if status == "accepted":
            seen[outcome.text] = form.name
        else:
            target.unlink(missing_ok=True)
        rows.append((name, form.name, status, detail.replace("\t", " ").replace("\n", " ")))
    return rows


def make_twins(tool, source, out):
    """Writes NAME.KIND.cu; gives the rows of the manifest."""
    rows = []
    for kind in KINDS:
        try:
            (out / f"{source.stem}.{kind}.cu").write_text(make_twin(tool, source, kind))
            rows.append((source.stem, kind, "accepted", ""))
        except NoTwin as reason:
            rows.append((source.stem, kind, "refused", str(reason)))
        except ToolFailed as reason:
            rows.append((source.stem, kind, "error", " ".join(str(reason).split())))
    return rows


def rows_of(tool, source, out):
    return rewrite_sample(tool, source, out) + make_twins(tool, source, out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", metavar="REGEX", default="", help="samples whose name matches")
    arguments = parser.parse_args()

    out = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    for old in [*out.glob("*.cu"), out / "manifest.tsv"]:
        old.unlink(missing_ok=True)
    shutil.copy(SAMPLES / "harness.h", out)
    shutil.copy(HERE / "run.sh", out)

    with ThreadPoolExecutor(arguments.jobs) as pool:
        tables = pool.map(lambda source: rows_of(arguments.tool, source, out),
                          [s for s in sorted(SAMPLES.glob("*.cu"))
                           if re.search(arguments.only, s.stem)])
        rows = [row for table in tables for row in table]
    (out / "manifest.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))

    counts = {}
    for _, _, status, _ in rows:
        counts[status] = counts.get(status, 0) + 1
    for name, form, status, detail in rows:
        if status == "error":
            print(f"{name} {form}: {detail}", file=sys.stderr)
    print(f"{out}: " + ", ".join(f"{n} {status}" for status, n in sorted(counts.items())))
    return 1 if counts.get("error") else 0


if __name__ == "__main__":
    sys.exit(main())
