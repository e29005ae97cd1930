"""What is frozen: functions that give functions, each of which runs the program on one
source and gives results.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys
import uuid
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from lit_commands import lit_commands
from record import Result, digest

TEST = Path(__file__).resolve().parents[1]
for folder in ("samples", "fuzz", "corpus"):
    sys.path.insert(0, str(TEST / folder))

import forms  # noqa: E402

KERNELS_PER_FILE, FORMS_PER_FILE = 30, 3
# How often a checkout is gone through.
CORPUS_SETTINGS = {"auto": ("auto",), "ldg": ("ldg",), "peel": ("auto", "--epilogue=peel"),
                   "ring": ("cpasync", "--stages=3")}
TIMEOUT = 300


@dataclass
class Tool:
    """The program and the flags that every run of it gets."""

    path: Path
    flags: list
    toolkit: bool  # samples with the toolkit's headers

    def flags_for(self, flags):
        """The common flags, but those that a command has itself."""
        given = {word.split("=")[0] for word in flags}
        return [flag for flag in self.flags if flag.split("=")[0] not in given]


def verdict(loop):
    """What became of one loop of the report."""
    refusal = f" [{loop['refusal']['id']}]" if loop.get("refusal") else ""
    if loop["verdict"] != "rewritten":
        return loop["verdict"] + refusal
    tiles = ",".join(f"{tile['name']}:{tile['copy']}" for tile in loop["tiles"])
    return f"rewritten {loop['form']}/{loop['shape']}/{loop['stages']} {tiles}{refusal}"


def tile_verdict(copy):
    return f"rewritten once {copy['bytes']}" if copy["verdict"] == "rewritten" \
        else f"refused [{copy['refusal']['id']}]"


SCRATCH = re.compile(r"\b[0-9a-f]{32}\.")  # of the name of a file made for one run


def verdicts(loops, tiles=()):
    """(place, kernel, verdict) of each; the same place and kernel is numbered."""
    seen, found = {}, []
    entries = [(loop, loop["kernel"], verdict(loop)) for loop in loops]
    entries += [(tile, f"{tile['kernel']} {tile['tile']}", tile_verdict(tile)) for tile in tiles]
    for entry, kernel, what in entries:
        place = entry["place"]
        file = SCRATCH.sub("", Path(place["file"]).name)
        key = f"{file}:{place['line']}:{place['column']}", kernel
        seen[key] = seen.get(key, 0) + 1
        found.append((key[0], kernel + (f" #{seen[key]}" if seen[key] > 1 else ""), what))
    return tuple(found)


def plain(text, **folders):
    """A message without what differs from run to run."""
    for name, folder in folders.items():
        text = text.replace(str(folder), f"<{name}>")
    return SCRATCH.sub("", text.replace(str(TEST), "<test>"))


# -- Samples, and random kernels, in forms ------------------------------------


def form_result(tool, source, form, work, name, quick=True):
    """One source in one form."""
    flags = [*form.flags, *tool.flags_for(form.flags)]
    if quick and not any(flag.startswith("--cuda-path") for flag in flags):
        flags.append("--cuda-path=builtin")
    target = work / f"{uuid.uuid4().hex}.cu"
    outcome = forms.rewrite(tool.path, source, SimpleNamespace(flags=flags), target)
    target.unlink(missing_ok=True)
    return Result(name, digest(source.read_bytes()),
                  "error" if outcome.status == "error" else "exit 0",
                  outcome.text if outcome.status == "accepted" else None,
                  plain(outcome.detail, out=work) + "\n", verdicts(outcome.loops))


def samples(tool, work, chosen=None):
    for source in sorted((TEST / "samples").glob("*.cu")):
        for form in forms.forms_of(source.read_bytes()):
            if chosen and form.name not in chosen:
                continue
            name = f"{source.stem}@{form.name}"
            yield lambda s=source, f=form, n=name: [
                form_result(tool, s, f, work, n, not tool.toolkit)]


def random_kernels(tool, work, count):
    import generate
    import run
    draw = random.Random("freeze/forms")
    for number in range((count + KERNELS_PER_FILE - 1) // KERNELS_PER_FILE):
        chosen = draw.sample(sorted(run.FORMS), FORMS_PER_FILE)

        def work_on(number=number, chosen=chosen):
            source = work / f"kernels{number}.cu"
            source.write_bytes(generate.program(number, range(KERNELS_PER_FILE)).text)
            return [form_result(tool, source, run.FORMS[form], work, f"{source.stem}@{form}")
                    for form in chosen]
        yield work_on


# -- Tests of lit --------------------------------------------------------------


def run_command(tool, words, folder):
    """The exit status, the output and the messages of one run, all as text."""
    try:
        run = subprocess.run([tool.path, *words], capture_output=True, cwd=folder, timeout=TIMEOUT,
                             stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "does not end", b"", ""
    return (f"exit {run.returncode}", run.stdout, run.stderr.decode(errors="surrogateescape"))


def lit_result(tool, command, work):
    """One RUN line: what it prints, and the report on the same source and flags."""
    split = command.words.index("--") if "--" in command.words else len(command.words)
    words, compiler = command.words[:split], command.words[split:]
    words = [*words, *tool.flags_for(words)]
    status, out, err = run_command(tool, [*words, *compiler], command.folder)
    messages = plain(f"{status}\n{out.decode(errors='surrogateescape')}\n--\n{err}", out=work)
    source = digest(b"".join(file.read_bytes() for file in command.files))
    result = Result(command.name, source, status, messages=messages)
    if command.rewrites:
        target = work / f"{uuid.uuid4().hex}.cu"
        _, document, _ = run_command(tool, [*words, "--report=json", "-o", target, *compiler],
                                     command.folder)
        read_report(result, document)
        if target.exists():
            text = target.read_bytes()
            result.output = None if text == command.files[0].read_bytes() else text
            target.unlink()
    return [result]


def read_report(result, document):
    try:
        units = json.loads(document)["files"]
    except (ValueError, LookupError):
        return
    result.loops = verdicts([loop for unit in units for loop in unit["loops"]],
                            [tile for unit in units for tile in unit.get("tileCopies", ())])


def lit_tests(tool, work):
    for command in lit_commands(TEST):
        yield lambda c=command: lit_result(tool, c, work)


# -- Checkouts -----------------------------------------------------------------


def corpus(tool, work, folders):
    """A checkout in one setting is one piece of work: its headers come last."""
    for folder in folders:
        for setting in CORPUS_SETTINGS:
            yield lambda f=folder, s=setting: corpus_results(tool, f, s)


def corpus_results(tool, folder, setting):
    import run_corpus
    variant, *flags = CORPUS_SETTINGS[setting]
    options = SimpleNamespace(tool=str(tool.path), tool_arg=[*flags, *tool.flags], variant=variant,
                              jobs=1, timeout=TIMEOUT, only=None, all=False, compile=False,
                              execute=False)
    runner = run_corpus.Runner(options)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            _, files, _ = run_corpus.runRepository(runner, str(folder))
    finally:
        os.rmdir(runner.temporary)
    return [corpus_result(runner, folder, file, setting) for file in files if file.parsed != "skipped"]


def corpus_result(runner, folder, file, setting):
    def clean(text):
        return re.sub(r"pasted-\d+-", "pasted-", text.replace(runner.temporary, "<out>"))
    loops, seen = [], {}
    for loop in file.loops:
        key = f"{loop.file}:{loop.line}", loop.kernel
        seen[key] = seen.get(key, 0) + 1
        number = f" #{seen[key]}" if seen[key] > 1 else ""
        what = " ".join(filter(None, (loop.verdict, loop.form, loop.id and f"[{loop.id}]")))
        loops.append((key[0], key[1] + number, what))
    said = "\n".join([file.outcome, file.parsed, file.message, *file.parseErrors,
                      *(f"{loop.file}:{loop.line} {loop.detail}" for loop in file.loops)])
    source = (folder / file.path).read_bytes() if (folder / file.path).exists() else b""
    return Result(f"{folder.name}/{file.path}@{setting}", digest(source), file.outcome,
                  clean(file.diff).encode(errors="surrogateescape") if file.diff else None,
                  clean(said) + "\n", tuple(loops))
