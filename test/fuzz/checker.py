"""Checks one file of kernels in some forms."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import random
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "samples"))  # what tests share

from device_code import DeviceCode, NotCompiled, Problem, kernel_of  # noqa: E402
from forms import ALL_FORMS, SHAPES, Form, rewrite  # noqa: E402
from generate import program  # noqa: E402


# Clang's wrapper for CUDA includes <functional> and <cmath>, which take half the time that the tool needs for a
# file: here the first is empty, and so are the special functions of the second.
FEW_HEADERS = ["--extra-arg=-isystem", f"--extra-arg={Path(__file__).resolve().parent / 'headers'}"]


class QuickForm(Form):
    """A form for the tool with its own CUDA declarations: half the time. Launches
    are edited, so that tiles in dynamic shared memory get more buffers, too."""

    options = ()

    @property
    def flags(self):
        return [*super().flags, "--cuda-path=builtin", "--choose=rules", "--edit-launches", "--no-config", *self.options]


class RolledForm(QuickForm):
    """The same without the `#pragma unroll` of K-loops."""

    @property
    def name(self):
        return super().name + "-rolled"

    @property
    def flags(self):
        return [*super().flags, "--unroll=roll"]


class PartitionedForm(QuickForm):
    """Threads that copy, by the pipeline of a toolkit whose waits wait."""

    @property
    def flags(self):
        return [*super().flags, "--extra-arg=-DCUDART_VERSION=13000"]


FORMS = {form.name: QuickForm(form.variant, form.shape, form.stages, form.api) for form in ALL_FORMS}
FORMS.update({form.name: form for form in (RolledForm("auto", shape) for shape in SHAPES)})
PARTITIONED = {form.name: form for form in (PartitionedForm("cpasync", "predicate", stages, "pipeline-partitioned")
                                            for stages in (2, 3))}
# Forms of <cuda/pipeline> take the device compiler four times as long.
QUICK = [name for name, form in FORMS.items() if form.api == "primitives"]
FORMS.update(PARTITIONED)


def sections(text):
    """What stands in front of all kernels, and each kernel's part of a program: what it needs, it, its launches."""
    ends = list(re.finditer(rb"^void launch_(k\d+)\(.*?^}\r?\n", text, re.M | re.S))
    begins = [text.index(b"#define ON_THE_WAY"), *[end.end() for end in ends]]
    begins[0] = text.index(b"\n", begins[0]) + 1
    return text[:begins[0]], {end[1].decode(): text[begin:end.end()] for begin, end in zip(begins, ends)}


@dataclass
class Output:
    """The part of a form's output that no other text of the file has."""

    form: Form
    head: bytes
    kernels: dict  # name -> text

    @property
    def text(self):
        return self.head + b"".join(self.kernels.values())


class Checker:
    """Checks texts; everything that a worker needs."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.tool = arguments, Path(folder), arguments.tool
        self.device = DeviceCode(arguments, folder)

    def program(self, seed, indices, plain=None):
        return program(seed, indices, self.arguments.plain if plain is None else plain, self.arguments.wanted)

    def rewritten(self, text, form):
        """The tool's output in one form."""
        source, target = self.folder / "t.cu", self.folder / "t.out.cu"
        source.write_bytes(text)
        outcome = rewrite(self.tool, source, form, target)
        if outcome.status == "error":
            raise Problem("tool", outcome.detail)
        if outcome.status == "accepted" and self.arguments.twice:
            again = rewrite(self.tool, target, form, self.folder / "t.again.cu")
            if again.status != "refused":
                raise Problem("not idempotent", f"a second run: {again.status} {again.detail}")
        return outcome

    def outcome(self, seed, made, indices, form, problems):
        """The tool's output for the kernels that it does not fail on."""
        indices = list(indices)
        while indices:
            try:
                return self.rewritten(made.text, form)
            except Problem as problem:
                guilty = self.find_guilty(seed, indices, form, problem)
                problem.kernels = [f"k{guilty}"] if guilty is not None else []
                problems.append((seed, form.name, problem))
                if guilty is None:
                    return None
                indices.remove(guilty)
                made = self.program(seed, indices)
        return None

    def find_guilty(self, seed, indices, form, problem):
        """A kernel that the tool fails on, by halves; None if it takes more than one."""
        while len(indices) > 1:
            for half in (indices[:len(indices) // 2], indices[len(indices) // 2:]):
                try:
                    self.rewritten(self.program(seed, half).text, form)
                except Problem as found:
                    problem.detail = found.detail
                    indices = half
                    break
            else:
                return None
        return indices[0]

    def outputs(self, seed, made, indices, forms, totals, problems):
        """The original, and what each form changes, once each."""
        head, kernels = sections(made.text)
        seen, found = {(name, text) for name, text in kernels.items()}, []
        for form in forms:
            outcome = self.outcome(seed, made, indices, form, problems)
            if outcome is None:
                continue
            count_loops(outcome.loops, form, *totals)
            own_head, own = sections(outcome.text)
            changed = {name: text for name, text in own.items() if (name, text) not in seen}
            seen.update(changed.items())
            if changed:
                found.append(Output(form, own_head, changed))
        changed = {name for output in found for name in output.kernels}
        return [Output(None, head, {name: text for name, text in kernels.items() if name in changed}), *found]

    def file(self, seed, indices, forms, figures, fired):
        """All problems of one file: (seed, form or None, Problem). Kernels that no form changes are
        neither compiled nor run."""
        problems, made = [], self.program(seed, indices)
        texts = self.outputs(seed, made, indices, forms, (figures, fired), problems)
        try:
            self.compare(seed, made.cases, texts, figures, problems)
        except Problem as problem:
            problems.append((seed, None, problem))
        return problems

    def compare(self, seed, cases, texts, figures, problems):
        """Runs the original and what the forms made of it: some launches of each text under a schedule of
        its own; what differs there, all of them under all schedules."""
        while len(texts) > 1:
            drawn = sample([case for case in cases if kernel_of(case) in texts[0].kernels], seed, self.arguments.launches)
            try:
                found = self.device.run(drawn, kinds(texts), "--in-turn")
                break
            except NotCompiled as failed:
                texts = without_broken(seed, texts, failed.problems, problems)
        else:
            return
        figures["cases"] += len(drawn)
        figures["compared"] += sum(len(output.kernels) for output in texts[1:])
        suspects = suspected(found, texts[1:])
        if suspects:
            cases = [case for case in cases if kernel_of(case) in suspects]
            problems += self.judged(seed, texts[1:], *self.device.run(cases, kinds(texts)))

    def judged(self, seed, outputs, original, *rest):
        """What is wrong with kernels that seemed to do something else: all launches under all schedules."""
        found = [(seed, None, problem) for problem in judge_original(original)]
        for output, got in zip(outputs, rest):
            found += [(seed, output.form.name, problem) for problem in compare(original, got, output.kernels)]
        return found


def kinds(texts):
    """Each text, with the kind of problem if it is none."""
    return [(output.text, "output" if output.form else "generator") for output in texts]


def without_broken(seed, texts, broken, problems):
    """The texts without the kernels that do not compile; the first is the original."""
    left = []
    for index, output in enumerate(texts):
        if index in broken:
            problems.append((seed, output.form and output.form.name, broken[index]))
            guilty = set(broken[index].kernels) & set(output.kernels)
            output.kernels = {name: text for name, text in output.kernels.items() if guilty and name not in guilty}
        if output.kernels:
            left.append(output)
        elif index == 0:
            return []
    # What the original lacks nothing can be compared with.
    for output in left[1:]:
        output.kernels = {name: text for name, text in output.kernels.items() if name in left[0].kernels}
    return left[:1] + [output for output in left[1:] if output.kernels]


def sample(cases, seed, count):
    """Some launches of each instance, the last among them."""
    by_instance = collections.defaultdict(list)
    for case in cases:
        by_instance[case.split("/")[0]].append(case)
    found = []
    for name, all_cases in by_instance.items():
        *others, last = all_cases
        draw = random.Random(f"{seed}/{name}/launches")
        found += [*draw.sample(others, min(count - 1, len(others))), last] if count else all_cases
    return found


def suspected(behaviours, outputs):
    """Kernels to look at again: each text was run under a schedule of its own."""
    original, *rest = [{label: value for (_, label), value in each.cases.items()} for each in behaviours]
    found = {kernel for each in behaviours for (_, kernel), record in each.hazards.items() if not is_neighbour(record)}
    found |= {kernel_of(label) for label, value in original.items() if " failed " in value or "no kernel" in value}
    for output, got in zip(outputs, rest):
        found |= {kernel_of(label) for label, value in got.items()
                  if kernel_of(label) in output.kernels and value != original[label]}
    return found


def judge_original(original):
    """A program of the generator's is legal and gives the same under all schedules."""
    by_label = collections.defaultdict(set)
    for (_, label), value in original.cases.items():
        by_label[label].add(value)
        if " failed " in value or "no kernel" in value:
            yield Problem("generator", f"{label}: {value}", [label.split(".")[0]])
    for label, values in by_label.items():
        if len(values) > 1:
            yield Problem("generator", f"{label} differs between schedules", [label.split(".")[0]])
    for (kind, kernel), record in original.hazards.items():
        if not is_neighbour(record):
            yield Problem("generator", f"{kernel}: {record}", [kernel])


def compare(original, got, kernels):
    """What an output does otherwise than its original: one Problem for each kernel and kind. It has
    some of the original's kernels."""
    different = collections.defaultdict(list)
    for (seed, label), value in got.cases.items():
        if kernel_of(label) in kernels and original.cases[seed, label] != value:
            different[kernel_of(label)].append(
                f"  {label} seed {seed}\n    original  {original.cases[seed, label]}\n    rewritten {value}")
    for kernel, lines in different.items():
        yield Problem("different", "\n".join([f"{kernel}: {len(lines)} launches", *lines[:6]]), [kernel])
    for (kind, kernel), record in got.hazards.items():
        if (kind, kernel) not in original.hazards and not is_neighbour(record) and kernel not in different:
            yield Problem("hazard", f"{kernel}: {record}", [kernel])


def is_neighbour(hazard):
    """A vector load that brings unwritten neighbours along, which the compiler drops: unwritten
    bytes are 0xFF under the executor, and the outputs are those of the original."""
    return hazard.startswith("UNINIT-SHARED\t") and "instruction=ld.shared.v" in hazard


def count_loops(loops, form, figures, fired):
    """Adds the verdicts that the tool reported."""
    for loop in loops:
        figures["loops"] += 1
        if loop["verdict"] == "rewritten":
            figures["rewritten"] += 1
            fired[form.name].add(loop["kernel"])
            figures["form", f"{loop['form']}/{loop['shape']}"] += 1
        else:
            figures["refused", loop["refusal"]["id"] if loop["refusal"] else loop["verdict"]] += 1


def check_file(job):
    """One file in some forms. Gives figures, rewritten kernels by form, problems; runs in a worker."""
    arguments, seed, count, forms = job
    figures, fired = collections.Counter(kernels=count), collections.defaultdict(set)
    with tempfile.TemporaryDirectory(prefix="file.", dir=arguments.folder) as folder:
        problems = Checker(arguments, folder).file(seed, range(count), forms, figures, fired)
    return figures, {form: len(kernels) for form, kernels in fired.items()}, problems
