"""Compiles programs for the device and runs their kernels under the executor."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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


class DeviceCode:
    """A device compiler and pipeline-fuzz-run; texts are compiled once each."""

    def __init__(self, arguments, folder):
        self.compiler, self.runner, self.folder = arguments.compiler, arguments.runner, Path(folder)
        self.seeds, self.timeout = arguments.seeds, arguments.timeout
        self.flags = arguments.compile_flags
        self.count = 0
        for header in ("fuzz_block.h", "fuzz_atomic.h"):  # for the tool and the compiler
            shutil.copy(HERE / header, self.folder)

    def compile(self, text, kind="output"):
        """The PTX of a program; raises Problem(kind) if it does not compile."""
        self.count += 1
        source = self.folder / f"d{self.count}.cu"
        source.write_bytes(text)
        target = source.with_suffix(".ptx")
        command = [*self.compiler, *self.flags, str(source), "-o", str(target)]
        run = subprocess.run(command, capture_output=True, timeout=self.timeout)
        if run.returncode:
            message = run.stderr.decode(errors="replace")
            errors = [line for line in message.splitlines() if "error" in line] or message.splitlines()[-1:]
            raise Problem(kind, "\n".join(errors[:4]), kernels_at("\n".join(errors), text))
        self.write_launches(text, target)
        return target

    @staticmethod
    def write_launches(text, target):
        """What the text's launches give as dynamic shared memory, for pipeline-fuzz-run."""
        lines, counts = [], {}
        for name, bytes_ in re.findall(r"\b(k\d+)(?:<[^;{}]*?>)?<<<[^,]*, *dim3\([^)]*\)(?:,\s*([^;]*?))?>>>",
                                       text.decode(errors="replace")):
            number = counts.setdefault(name, 0)
            counts[name] += 1
            if bytes_:
                lines.append(f"{name}.{number} {arithmetic(bytes_)}")
        if lines:
            Path(f"{target}.launches").write_text("\n".join(lines) + "\n")

    def run(self, cases, files, *flags):
        """One Behaviour for each PTX file."""
        listed = self.folder / "cases.txt"
        listed.write_text("\n".join(cases) + "\n")
        command = [str(self.runner), str(listed), f"--seeds={','.join(map(str, self.seeds))}", *flags, *map(str, files)]
        try:
            run = subprocess.run(command, capture_output=True, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            raise Problem("executor", f"still running after {self.timeout} s") from None
        if run.returncode:
            raise Problem("executor", f"exit {run.returncode}: {run.stderr.decode(errors='replace')[-500:]}")
        return read_behaviours(run.stdout.decode(errors="replace"), len(files))


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


def clang(compiler, cuda_path):
    return [compiler, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", f"--cuda-path={cuda_path}", "-O1",
            "-S", "-std=c++17", "-ffp-contract=off", "-w", "-Wno-unknown-cuda-version"]


def precompiled(command, folder):
    """Flags that take the CUDA headers from a file made here: half the time; none if it cannot be made."""
    source, target = Path(folder) / "headers.cu", Path(folder) / "headers.pch"
    source.write_text("#include <cstdio>\n#include <cuda_pipeline.h>\n")
    run = subprocess.run([*command, "-Xclang", "-emit-pch", str(source), "-o", str(target)], capture_output=True)
    return ["-Xclang", "-include-pch", "-Xclang", str(target)] if run.returncode == 0 else []


def nvcc(compiler):
    return [compiler, "-std=c++17", "-arch=compute_80", "-ptx", "-fmad=false", "-w"]
