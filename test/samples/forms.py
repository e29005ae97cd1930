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

# A line of a sample that names further forms of FORMS_BY_NAME, behind the word.
NAMED = b"// Forms: "

VARIANTS = ("ldg", "ldg-single", "cpasync", "auto")
SHAPES = ("peel", "predicate")


@dataclass(frozen=True)
class Form:
    variant: str
    shape: str
    stages: int = 2
    api: str = "primitives"
    more: tuple = ()  # further options, whose names become part of the form's
    arch: str = ""    # the target, if not the tool's own choice

    @property
    def name(self):
        api = "" if self.api == "primitives" else f"-{self.api}"
        return f"{self.variant}{self.stages if self.stages > 2 else ''}-{self.shape}{api}" + "".join(
            option.replace("--", "-") for option in self.more)

    @property
    def flags(self):
        return [f"--variant={self.variant}", f"--epilogue={self.shape}",
                f"--stages={self.stages}", f"--api={self.api}", *self.more,
                *([f"--arch={self.arch}"] if self.arch else [])]


ALL_FORMS = [Form(variant, shape) for variant in VARIANTS for shape in SHAPES]
ALL_FORMS += [Form("cpasync", "predicate", stages) for stages in (3, 4)]
ALL_FORMS += [Form("auto", shape, 3) for shape in SHAPES] + [Form("cpasync", "peel", 3)]
ALL_FORMS += [Form("cpasync", "predicate", stages, "pipeline") for stages in (2, 3)]
ALL_FORMS += [Form("auto", "peel", 2, "pipeline")]
ALL_FORMS += [Form("cpasync", "predicate", stages, "pipeline-block") for stages in (2, 3)]
ALL_FORMS += [Form("auto", shape, 2, "pipeline-block") for shape in SHAPES]

# For the samples that name them.
COPY_ONCE = ("--copy-once",)
PARTITIONED = ("--edit-launches",)
FRAGMENTS = ("--fragments=ahead",)
FORMS_BY_NAME = {
    "fragments": [Form("cpasync", shape, stages, more=FRAGMENTS)
                  for shape in SHAPES for stages in (2, 3, 4)],
    "partitioned": [Form("cpasync", "predicate", stages, "pipeline-partitioned", PARTITIONED)
                    for stages in (2, 3)],
    "block-peel": [Form("cpasync", "peel", 3, "pipeline-block")],
    "copy-once": [Form("auto", "predicate", more=COPY_ONCE), Form("ldg", "peel", more=COPY_ONCE),
                  Form("cpasync", "predicate", 3, more=COPY_ONCE),
                  Form("cpasync", "predicate", 2, "pipeline", COPY_ONCE),
                  Form("cpasync", "predicate", 2, "pipeline-block", COPY_ONCE)],
}

# In the bundle for a GPU alone: other devices have no tensor maps.
TENSOR_MAPS = [Form("tma", shape, stages, arch="sm_90") for shape in SHAPES for stages in (2, 3, 4)]
TENSOR_MAPS += [Form("tma", "predicate", stages, "partitioned", arch="sm_90") for stages in (2, 3, 4)]


def forms_of(text):
    """The forms of a sample with this text."""
    named = [line[len(NAMED):].decode().split() for line in text.splitlines()
             if line.startswith(NAMED)]
    return ALL_FORMS + [form for name in sum(named, []) for form in FORMS_BY_NAME[name]]


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


def describe_tile(copy):
    """One tile that is loaded once, in a few words."""
    if copy["verdict"] == "rewritten":
        return f"{copy['tile']}:async{copy['bytes']} once"
    return copy["refusal"]["id"]


def marked_lines(text):
    """Numbers, from 1, of the lines that the tool is to add."""
    return [number for number, line in enumerate(text.splitlines(), 1) if REPAIRED in line]


def without(text, numbers):
    """The text without some lines, and the old number of each line that is left."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(keepends=True), 1)
             if number not in numbers]
    return b"".join(line for _, line in lines), [number for number, _ in lines]


def repair(tool, text, form, output):
    """As rewrite(), of a text with marked lines. A loop that is left alone keeps its
    lines: without them it would do something else than the original."""
    given = output.with_name(f"{output.stem}.given.cu")
    lacking = set(marked_lines(text))
    while True:
        broken, old = without(text, lacking)
        given.write_bytes(broken)
        outcome = run_tool(tool, given, form, output, ["--repair-barrier"])
        heads = sorted((old[loop["place"]["line"] - 1], loop["verdict"]) for loop in outcome.loops)
        alone = {number for number in lacking
                 if [verdict for line, verdict in heads if line < number][-1:] != ["rewritten"]}
        if not alone or outcome.status == "error":
            return outcome
        lacking -= alone


def rewrite(tool, source, form, output):
    """Runs the tool on source in one form; output is the file it writes."""
    output = Path(output)
    text = Path(source).read_bytes()
    if REPAIRED in text:
        return repair(tool, text, form, output)
    return run_tool(tool, source, form, output)


def run_tool(tool, source, form, output, more=()):
    """One run of the tool. Whoever asks runs the output anyway, with its own program."""
    output.unlink(missing_ok=True)
    command = [str(tool), str(source), *form.flags, *more, "--verify=syntax", "--report=json", "-o", str(output)]
    try:
        run = subprocess.run(command, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return Outcome("error", "the tool did not end within 120 s")
    except OSError as error:
        return Outcome("error", f"the tool cannot be run: {error}")
    if run.returncode != 0:
        return ended(run)
    original = Path(source).read_bytes()
    text = output.read_bytes() if output.exists() else original
    return read_outcome(run.stdout, "files", original, text)


def ended(run):
    last = run.stderr.decode(errors="replace").strip().splitlines()[-1:]
    return Outcome("error", f"the tool ended with {run.returncode}: {' '.join(last)}")


def read_outcome(report, files, original, text):
    """Of the JSON report, in which the key files lists the files; None: it is of one."""
    try:
        report = json.loads(report)
        reports = report[files] if files else [report]
        loops = [loop for file in reports for loop in file["loops"]]
        tiles = [tile for file in reports for tile in file.get("tileCopies", ())]
        detail = "; ".join([describe(loop) for loop in loops]
                           + [describe_tile(tile) for tile in tiles]) or "no K-loop found"
    except (ValueError, KeyError, TypeError) as error:
        return Outcome("error", f"the JSON report cannot be read: {error!r}")
    rewritten = any(each["verdict"] == "rewritten" for each in [*loops, *tiles])
    if rewritten != (text != original):
        return Outcome("error", f"report and output disagree: {detail}")
    return Outcome("accepted" if rewritten else "refused", detail, text, tuple(loops))


# Headers that new texts include, read once and in front of all of them: the toolkit's
# <cuda/pipeline> takes longer than the rest of a sample. That a text includes what it
# needs nvcc sees, which is given no such flags.
INCLUDED = ("-include", "cuda/pipeline", "-include", "cooperative_groups.h",
            "-include", "cuda_pipeline.h")


def rewrite_together(program, source, forms, folder, version=0):
    """form -> Outcome, as rewrite(), of a text without marked lines: one parse for all.
    program is pipeline-rewrite-forms. With the version of a toolkit, as of CUDART_VERSION, it
    has the builtin declarations instead of the toolkit's headers."""
    lines = "".join(" ".join([form.name, *form.flags]) + "\n" for form in forms)
    flags = [f"-DCUDART_VERSION={version}"] if version else INCLUDED
    command = [str(program), str(source), "builtin" if version else "", str(folder), "-std=c++17", *flags]
    try:
        run = subprocess.run(command, input=lines.encode(), capture_output=True, timeout=300)
    except (subprocess.TimeoutExpired, OSError) as error:
        return dict.fromkeys(forms, Outcome("error", str(error)))
    if run.returncode != 0:
        return dict.fromkeys(forms, ended(run))
    original = Path(source).read_bytes()
    return {form: read_outcome((folder / f"{form.name}.json").read_bytes(), None, original,
                               (folder / f"{form.name}.cu").read_bytes())
            for form in forms}
