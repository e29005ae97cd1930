"""The forms in which every sample is rewritten, and one run of the tool.

Used by compare.py here and by test/gpu/make_bundle.py.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

# A line that the tool is to add: it is given the text without it.
REPAIRED = b"// added by --repair-barrier"

VARIANTS = ("ldg", "ldg-single", "cpasync", "auto")
SHAPES = ("peel", "predicate")


@dataclass(frozen=True)
class Form:
    variant: str
    shape: str
    stages: int = 2

    @property
    def name(self):
        return f"{self.variant}{self.stages if self.stages > 2 else ''}-{self.shape}"

    @property
    def flags(self):
        return [f"--variant={self.variant}", f"--epilogue={self.shape}",
                f"--stages={self.stages}"]


ALL_FORMS = [Form(variant, shape) for variant in VARIANTS for shape in SHAPES]
ALL_FORMS += [Form("cpasync", "predicate", stages) for stages in (3, 4)]


@dataclass
class Outcome:
    """What the tool did with one source in one form.

    status is "accepted" (the text changed), "refused" (it did not; detail holds
    the refusal ids) or "error" (detail holds what went wrong).
    """

    status: str
    detail: str
    text: bytes = b""
    loops: tuple = ()  # of the JSON report


def describe(loop):
    """One loop of the JSON report in a few words."""
    if loop["verdict"] == "rewritten":
        copies = ",".join(f"{t['name']}:{t['copy']}" for t in loop["tiles"])
        return f"{loop['form']}/{loop['shape']} {copies}".strip()
    if loop["verdict"] == "refused" and loop["refusal"]:
        return loop["refusal"]["id"]
    return loop["verdict"]


def broken(source, output):
    """The source without its marked lines, and the flags that repair it."""
    text = Path(source).read_bytes()
    if REPAIRED not in text:
        return source, []
    given = output.with_name(f"{output.stem}.given.cu")
    given.write_bytes(b"".join(line for line in text.splitlines(keepends=True)
                               if REPAIRED not in line))
    return given, ["--repair-barrier"]


def rewrite(tool, source, form, output):
    """Runs the tool on source in one form; output is the file it writes."""
    output = Path(output)
    output.unlink(missing_ok=True)
    source, repair = broken(source, output)
    command = [str(tool), str(source), *form.flags, *repair, "--report=json", "-o", str(output)]
    try:
        run = subprocess.run(command, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return Outcome("error", "the tool did not end within 120 s")
    except OSError as error:
        return Outcome("error", f"the tool cannot be run: {error}")
    if run.returncode != 0:
        last = run.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return Outcome("error", f"the tool ended with {run.returncode}: {' '.join(last)}")
    try:
        report = json.loads(run.stdout)
        loops = [loop for file in report["files"] for loop in file["loops"]]
        detail = "; ".join(describe(loop) for loop in loops) or "no K-loop found"
    except (ValueError, KeyError, TypeError) as error:
        return Outcome("error", f"the JSON report cannot be read: {error!r}")
    original = Path(source).read_bytes()
    text = output.read_bytes() if output.exists() else original
    rewritten = any(loop["verdict"] == "rewritten" for loop in loops)
    if rewritten != (text != original):
        return Outcome("error", f"report and output disagree: {detail}")
    return Outcome("accepted" if rewritten else "refused", detail, text, tuple(loops))
