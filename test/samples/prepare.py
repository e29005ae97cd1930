#!/usr/bin/env python3
"""Rewrites samples in every form and compiles all texts, original and rewritten.

    prepare.py --tool build/bin/pipeline-rewrite --cache build/samples SAMPLE...

The texts of several samples share a unit (programs.py). What was made of a sample is kept
in the cache, for compare.py --prepared, and made anew if something differs that it is made of.

Exit: 0 ready, whatever nvcc says of the texts, 77 skipped (no nvcc, no executor).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import os
import pickle
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from forms import REPAIRED, Outcome, forms_of, rewrite, rewrite_together
from programs import Cache

SAMPLES = Path(__file__).resolve().parent
SKIPPED = 77


@dataclass
class Prepared:
    """What compare.py runs of one sample."""

    stamp: list  # what it was made of
    outcomes: dict  # form -> Outcome
    programs: dict  # text -> Program or Failure


def add_arguments(parser):
    parser.add_argument("--tool", type=Path)
    parser.add_argument("--forms", type=Path, help="pipeline-rewrite-forms: writes all forms "
                        "of a sample for the price of one parse")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--executor", type=Path, required=True,
                        help="libpipeline_cudart.a")
    parser.add_argument("--cache", type=Path, required=True,
                        help="folder for compiled programs, kept between runs")


def lacking(arguments):
    """What is not here and without which nothing can be run, or None."""
    nvcc = shutil.which(arguments.nvcc)
    if not nvcc:
        return f"{arguments.nvcc} not found"
    arguments.nvcc, arguments.executor = nvcc, arguments.executor.resolve()
    return None if arguments.executor.exists() else f"{arguments.executor.name} is not built"


def toolkit_version(nvcc):
    """CUDART_VERSION."""
    said = subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout
    major, minor = re.search(r"release (\d+)\.(\d+)", said).groups()
    return 1000 * int(major) + 10 * int(minor)


def rewrite_all(arguments, source, folder, headers=False):
    """form -> Outcome. The builtin declarations serve all forms; that a text is right with
    the toolkit's headers nvcc sees. The program itself, which reads these, writes the first
    form to the same text; with headers all that write more of them than intrinsics, too."""
    def program(form):
        return rewrite(arguments.tool, source, form, folder / f"{source.stem}.{form.name}.cu")

    forms = forms_of(source.read_bytes())
    if REPAIRED in source.read_bytes() or not arguments.forms:
        return {form: program(form) for form in forms}
    outcomes = rewrite_together(arguments.forms, source, forms, folder, toolkit_version(arguments.nvcc))
    again = {forms[0]: program(forms[0])}
    if headers:
        again |= rewrite_together(arguments.forms, source,
                                  [form for form in forms if form.api != "primitives"], folder)
    for form, other in again.items():
        if (outcomes[form].status, outcomes[form].text) != (other.status, other.text):
            outcomes[form] = Outcome("error", "with the toolkit's headers: "
                                     f"{other.status} {other.detail}, or another text")
    return outcomes


def texts_of(source, outcomes):
    """text -> its name: that of the first form which it is of."""
    texts = {source.read_bytes(): f"{source.stem}.orig"}
    for form, outcome in outcomes.items():
        if outcome.status == "accepted":
            texts.setdefault(outcome.text, f"{source.stem}.{form.name}")
    return texts


def stamp(arguments, source):
    files = [source, arguments.tool, arguments.forms, arguments.executor, arguments.nvcc,
             *sorted(SAMPLES.glob("*.h")), *sorted(SAMPLES.glob("*.py"))]
    return [(str(file), os.stat(file).st_mtime_ns, os.stat(file).st_size) for file in files if file]


def prepare(arguments, sources, cache, headers=False):
    """source -> Prepared; with headers the first is rewritten with the toolkit's as well."""
    stamps = {source: stamp(arguments, source) for source in sources}
    outcomes = {}
    for source in sources:
        folder = cache.folder.parent / f"{source.stem}.rewritten"
        folder.mkdir(parents=True, exist_ok=True)
        outcomes[source] = {} if getattr(arguments, "original_only", False) else rewrite_all(
            arguments, source, folder, headers and source == sources[0])
    texts = {source: texts_of(source, outcomes[source]) for source in sources}
    programs = cache.programs({text: name for own in texts.values() for text, name in own.items()})
    return {source: Prepared(stamps[source], outcomes[source], {text: programs[text] for text in texts[source]})
            for source in sources}


def kept(arguments, source):
    """The Prepared of a sample, None if there is none that still holds."""
    try:
        found = Prepared(*pickle.loads((arguments.cache / f"{source.stem}.prepared").read_bytes()))
    except (OSError, pickle.UnpicklingError, AttributeError, EOFError, ImportError, TypeError):
        return None
    holds = found.stamp == stamp(arguments, source) and all(
        program.path.exists() for program in found.programs.values() if hasattr(program, "path"))
    return found if holds else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", nargs="+", type=Path)
    add_arguments(parser)
    arguments = parser.parse_args()
    if reason := lacking(arguments):
        print(f"skipped: {reason}")
        return SKIPPED
    arguments.cache.mkdir(parents=True, exist_ok=True)
    sources = [source.resolve() for source in arguments.samples]
    if all(kept(arguments, source) for source in sources):
        print("nothing has changed")
        return 0
    cache = Cache(arguments.cache.resolve() / f"{sources[0].stem}.group", arguments.nvcc,
                  arguments.executor, SAMPLES)
    for source, made in prepare(arguments, sources, cache, headers=True).items():
        (arguments.cache / f"{source.stem}.prepared").write_bytes(
            pickle.dumps((made.stamp, made.outcomes, made.programs)))
        print(f"{source.stem}: {len(made.programs)} texts in "
              f"{len({str(getattr(program, 'path', '')) for program in made.programs.values()})} programs")
    cache.prune()
    return 0


if __name__ == "__main__":
    sys.exit(main())
