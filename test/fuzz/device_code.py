"""Runs the kernels of programs under the executor."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Problem(Exception):
    """What is wrong with one form of one file."""

    def __init__(self, kind, detail, kernels=()):
        super().__init__(kind, detail, kernels)
        self.kind, self.detail, self.kernels = kind, detail, list(kernels)


@dataclass
class Behaviour:
    """What the kernels of one text did."""

    cases: dict = field(default_factory=dict)  # (seed, label) -> what it printed and its hash
    hazards: dict = field(default_factory=dict)  # (kind, kernel) -> the first report

    def of(self, kernels):
        """The part of some kernels."""
        return Behaviour({key: value for key, value in self.cases.items() if kernel_of(key[1]) in kernels},
                         {key: value for key, value in self.hazards.items() if key[1] in kernels})


def kernel_of(label):
    return label.split(".")[0]


class NotCompiled(Exception):
    """Some texts are no programs."""

    def __init__(self, problems):
        super().__init__(problems)
        self.problems = problems  # index of the text -> Problem


class DeviceCode:
    """pipeline-fuzz-run, which compiles texts by itself or is given what nvcc makes of them."""

    def __init__(self, arguments, folder):
        self.runner, self.nvcc, self.folder = arguments.runner, arguments.device.nvcc, Path(folder)
        self.seeds, self.timeout = arguments.seeds, arguments.timeout
        self.flags = self.folder / "flags"
        self.flags.write_text("\n".join(arguments.device.flags) + "\n")
        self.sources = self.folder / "device"
        self.sources.mkdir()
        self.count = 0
        for header in ("fuzz_block.h", "fuzz_atomic.h"):  # for the tool and the compiler
            shutil.copy(HERE / header, self.folder)
            shutil.copy(HERE / header, self.sources)

    def run(self, cases, texts, *flags):
        """One Behaviour for each (text, what to call its errors); NotCompiled if some are no programs."""
        files = [self.write(text) for text, _ in texts]
        if self.nvcc:
            files = self.compiled(files, texts)
        else:
            flags = [*flags, f"--compile={self.flags}"]
        listed = self.folder / "cases.txt"
        listed.write_text("\n".join(cases) + "\n")
        command = [str(self.runner), str(listed), f"--seeds={','.join(map(str, self.seeds))}", *flags, *map(str, files)]
        try:
            run = subprocess.run(command, capture_output=True, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            raise Problem("executor", f"still running after {self.timeout} s") from None
        if run.returncode:
            raise Problem("executor", f"exit {run.returncode}: {run.stderr.decode(errors='replace')[-500:]}")
        out = run.stdout.decode(errors="replace")
        errors = collections.defaultdict(list)
        for index, line, message in re.findall(r"^ERROR (\d+) (\d+) (.*)", out, re.M):
            errors[int(index)].append(f"line {line}: {message}")
        if errors:
            raise NotCompiled({index: not_compiled(lines, *texts[index]) for index, lines in errors.items()})
        return read_behaviours(out, len(files))

    def write(self, text):
        self.count += 1
        source = self.sources / f"d{self.count}.cu"
        source.write_bytes(text)
        self.write_launches(text, source)
        return source

    def compiled(self, files, texts):
        targets, problems = [], {}
        for index, source in enumerate(files):
            targets.append(source.with_suffix(".ptx"))
            run = subprocess.run([*self.nvcc, str(source), "-o", str(targets[-1])], capture_output=True,
                                 timeout=self.timeout)
            if run.returncode:
                message = run.stderr.decode(errors="replace")
                errors = [line for line in message.splitlines() if "error" in line] or message.splitlines()[-1:]
                problems[index] = not_compiled(errors, *texts[index])
            self.write_launches(texts[index][0], targets[-1])
        if problems:
            raise NotCompiled(problems)
        return targets

    @staticmethod
    def write_launches(text, target):
        """What the text's launches give as dynamic shared memory, for pipeline-fuzz-run."""
        lines, counts = [], {}
        for name, bytes_ in re.findall(r"\b(k\d+)(?:<[^;{}]*?>)?\s*<<<[^,]*,\s*dim3\([^)]*\)(?:,\s*([^;]*?))?>>>",
                                       text.decode(errors="replace")):
            number = counts.setdefault(name, 0)
            counts[name] += 1
            if bytes_:
                lines.append(f"{name}.{number} {arithmetic(bytes_)}")
        if lines:
            Path(f"{target}.launches").write_text("\n".join(lines) + "\n")


def arithmetic(text):
    """The value of a size as a launch gives it."""
    if not re.fullmatch(r"[\d\s*/+()u]*", text, flags=re.I):
        raise Problem("output", f"a launch gives '{text}' bytes")
    return eval(re.sub(r"(?<=\d)u", "", text, flags=re.I).replace("/", "//"))


def read_behaviours(text, count):
    found = [Behaviour() for _ in range(count)]
    now, seed, printed = None, "", []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "RUN":
            number, seed = rest.split()
            now, printed = found[int(number)], []
        elif word == "CASE":
            label, _, result = rest.partition(" ")
            now.cases[seed, label] = "".join(printed) + result
            printed = []
        elif word == "HAZARD":
            label, _, record = rest.partition(" ")
            now.hazards.setdefault((record.split("\t")[0], kernel_of(label)), record)
        else:
            printed.append(line + "\n")
    return found


def not_compiled(errors, text, kind):
    return Problem(kind, "\n".join(errors[:4]), kernels_at("\n".join(errors), text))


def kernels_at(message, text):
    """Kernels on the lines of text that a compiler's message names."""
    lines, found = text.decode(errors="replace").splitlines(), []
    for number in re.findall(r"(?:\.cu\(|\.cu:|line )(\d+)", message):
        for line in reversed(lines[:int(number)]):
            name = re.search(r"__global__ void .*\b(k\d+)\(", line) or re.search(r"^void launch_(k\d+)\(", line)
            if name:
                found.append(name[1])
                break
    return list(dict.fromkeys(found))


PLAIN_CUDA = ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-std=c++17", "-ffp-contract=off", "-w",
              "-Wno-unknown-cuda-version"]


@dataclass
class Compiler:
    """The command of nvcc, or the flags for the compiler in pipeline-fuzz-run."""

    flags: list = field(default_factory=list)
    nvcc: list = field(default_factory=list)


def device_compiler(arguments, folder):
    """What compiles for one worker. The CUDA headers come from a file that is made here."""
    if arguments.nvcc:
        return Compiler(nvcc=[shutil.which(arguments.nvcc), "-std=c++17", "-arch=compute_80", "-ptx", "-fmad=false", "-w"])
    # Clang 19 wants a header that CUDA 13 has no more.
    gaps = HERE.parents[1] / "lib/Frontend/builtin/pipeline_rewrite/gaps"
    flags = [*PLAIN_CUDA, f"--cuda-path={arguments.cuda_path}", "-idirafter", str(gaps)]
    source, listed, target = (Path(folder) / name for name in ("headers.cu", "headers.flags", "headers.pch"))
    source.write_text("#include <cstdio>\n#include <cuda_pipeline.h>\n")
    listed.write_text("\n".join(flags) + "\n")
    run = subprocess.run([str(arguments.runner), f"--precompile={target}", f"--compile={listed}", str(source)],
                         capture_output=True, text=True, errors="replace")
    if run.returncode:
        raise RuntimeError(run.stderr.strip())
    return Compiler(flags=[*flags, "-Xclang", "-include-pch", "-Xclang", str(target)])
