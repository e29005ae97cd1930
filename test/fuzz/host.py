#!/usr/bin/env python3
"""Writes a random host program: one or two tiled kernels, and launches of many kinds.

    host.py --seed 7 --only 12 -o FOLDER [--plain k0.family,s1.way]

The same seed gives the same program. Each program prints a hash of its buffers and the
error codes of its calls after every launch. Decisions have names (choices.py).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path

from choices import Choices
from host_kernels import SIZES, HostKernel, in_space, indented
from host_launches import DIRECT, WAYS

HERE = Path(__file__).resolve().parent
LIMIT = 48 * 1024
FILES = ("two", "launch header", "apart")  # layouts in which another file launches kernels, too
A_AT, B_AT, C_AT = 1024, 44000, 88000  # elements


class Step:
    """One launch, or a few of one kind: a function of the program."""

    def __init__(self, program, number):
        self.program, self.c, self.key = program, program.c, f"s{number}"
        self.label, self.n = self.key, f"{program.index}s{number}"
        self.k = program.kernels[self.pick("kernel", range(len(program.kernels)))]
        self.words, self.type, self.tile = self.k.instance(self.pick("instance", [0, 1], (2, 1)))
        self.kernel = self.k.spelled(self.words)
        self.includes, self.file, self.setup, self.symbol = set(), [], [], False
        self.choose_sizes()
        self.choose_pointers()
        self.choose_bytes()
        self.choose_shape()
        if self.k.constant and self.chance("symbol", 0.5):
            self.symbol = True
        self.stream = self.pick("stream", ["", "stream", "0", "cudaStreamPerThread"], (6, 2, 1, 1))
        if self.stream == "stream":
            self.setup += ["cudaStream_t stream;", "cudaStreamCreate(&stream);"]

    def pick(self, name, options, weights=None):
        return self.c.pick(f"{self.key}.{name}", options, weights)

    def chance(self, name, probability):
        return self.c.chance(f"{self.key}.{name}", probability)

    # -- Numbers -------------------------------------------------------------------

    def choose_sizes(self):
        k = self.k
        self.threads = k.threads(self.tile)
        if k.family == "block":
            self.threads = (self.pick("block threads", [64, 32, 96, 128]), 1)
        length = {"width": self.pick("width", [48, 64, 33, 100, 20]), "block": self.threads[0]}.get(k.family, self.tile)
        if k.family == "width":
            length = min(length, 64) if not k.copies else length
        tiles = self.pick("tiles", [3, 2, 1, 0, 4, 5, -1], (4, 3, 2, 2, 2, 1, 1))
        if k.n_type == "unsigned":
            tiles = max(tiles, 0)
        if k.family == "large":
            tiles = min(tiles, 2)
        self.length, self.size = length, tiles * length
        if k.guard and tiles >= 0 and self.chance("ragged", 0.5):
            self.size += self.pick("rest", [1, length - 1, length // 2, 7])
        self.grid_x = self.pick("grid", [2, 1, 3])
        self.grid_y = self.pick("grid y", [1, 2], (3, 1)) if k.family == "matrix" else 1
        self.shift = self.pick("shift", [0, 1, min(length, 500), length // 2 % 500, min(2 * length, 600), 5, -1, -min(length, 500)])
        self.alias = self.pick("alias", ["apart", "C in A", "C in B", "A is B"], (2, 3, 1, 0) if self.program.theme == "alias" else (5, 2, 1, 1))
        if (k.restrict or k.packed and k.restrict) and self.alias.startswith("C"):
            self.alias = "apart"
        if k.family in ("matrix", "width") and self.alias.startswith("C"):
            self.grid_x = self.grid_y = 1
        if k.family == "matrix":
            self.row = self.tile * self.grid_x + (self.pick("pad", [0, 0, 1, 4]) if self.chance("padded", 0.3) else 0)
        elif k.family == "width":
            self.row = length
        else:
            slack = abs(self.shift) + self.pick("slack", [0, 4, 3, 16])
            self.row = (max(self.size, length, 64) + slack + 3) // 4 * 4 if k.vector else max(self.size, length, 64) + slack

    def choose_pointers(self):
        self.own = self.chance("own", 0.35)
        self.offset = self.pick("offset", [0, 4, 8], (5, 1, 1)) if self.k.vector else self.pick("offset", [0, 4, 1, 2, 3], (5, 1, 1, 1, 1))
        back = self.k.family in ("row", "block") and (self.k.by_base or self.k.persistent) and not self.own and not self.k.scratch and not self.k.size_read
        if back and self.row * 4 < 900 and self.chance("backward", 0.25):
            self.row = -self.row  # each row of a block lies below that of the one before
        self.seed = 1 + self.c.pick(f"{self.key}.seed", range(50))

    def choose_bytes(self):
        k, c = self.k, self.c
        needed = k.needed(self.type, self.tile, self.threads, self.row)
        static = 0 if k.dynamic else SIZES[self.type] * self.tile * (self.tile if k.family == "matrix" else 1) * (2 if k.second else 1)
        self.needed, self.bytes = needed, ""
        if not needed:
            if self.chance("unneeded", 0.03):
                self.bytes = "128"
        else:
            count = {"width": "w"}.get(k.family, str(needed // SIZES[self.type]))
            if k.family == "width" and k.second:
                count = "2 * w"
            styles = ["literal", "sizeof", "variable", "constexpr", "function", "hidden", "ternary", "more", "twice"]
            style = self.pick("bytes", styles[:6] if k.family == "large" or k.exact else styles)
            given, self.bytes = needed, str(needed)
            if self.size <= 0 and not k.scratch and self.chance("less", 0.4):
                given = self.pick("less bytes", [0, 4, needed // 2])
                style, self.bytes = "literal", str(given)
            if style == "sizeof":
                self.bytes = f"{count} * sizeof({self.type})"
            elif style in ("variable", "constexpr"):
                self.setup.append(f"{'constexpr' if style == 'constexpr' else 'const'} size_t bytes = {needed};")
                self.bytes = "bytes"
            elif style == "function":
                self.file += [f"static size_t bytes{self.n}(int count) {{", f"  return count * sizeof({self.type});", "}"]
                self.bytes = f"bytes{self.n}({count})"
            elif style == "ternary":
                self.bytes = f"(n > 0 ? {needed} : {needed + 64})"
            elif style in ("more", "twice"):
                given = needed + 96 if style == "more" else 2 * needed
                self.bytes = str(given)
            elif style == "hidden":
                self.setup.append(f"size_t bytes = report::given({needed});")
                self.bytes = "bytes"
            needed = given
        self.given, self.limited = needed, False
        self.large = needed + static > LIMIT
        if self.large or (k.dynamic and self.chance("limit", 0.2)):
            self.choose_limit(max(needed, self.needed))

    def choose_limit(self, needed):
        name = "cudaFuncAttributeMaxDynamicSharedMemorySize"
        how = self.pick("allowed", ["exact", "more", "void", "pointer", "helper", "forgotten"], (4, 2, 1, 1, 1, 1))
        if how == "forgotten":
            return
        self.limited = True
        # No launch of the program gives more: one that fails for that may not with two buffers.
        kernel, value = self.kernel, max(needed, 65536 if how == "more" else self.least_limit)
        if how == "void":
            kernel = f"(const void *){kernel}"
        if how == "pointer":
            self.setup.append(f"auto *limited = {kernel};")
            kernel = "limited"
        call = f"cudaFuncSetAttribute({kernel}, {name}, {value})"
        if how == "helper":
            self.file += ["template <class F>", f"static cudaError_t permit{self.n}(F *kernel, int bytes) {{", f"  return cudaFuncSetAttribute(kernel, {name}, bytes);", "}"]
            call = f"permit{self.n}({kernel}, {value})"
        self.setup.append(self.error("allowed", call))

    @property
    def place(self):
        """Which file it is in, if launches are in two."""
        return self.pick("place", ["kernel", "other"]) if self.program.layout in FILES else "main"

    @property
    def least_limit(self):
        """A limit under which no launch of the program fails. One that the tool cannot see may not be lower than
        48 KB: launches that are given more would fail."""
        is_unseen = self.program.layout == "apart" and self.place == "other"
        return self.needed if self.k.exact and not is_unseen else max(self.needed, LIMIT)

    def choose_shape(self):
        maps = self.program.theme == "maps"
        # Further buffers raise a kernel's limit, to all that there is: no launch of such a kernel fails for it.
        fail = self.pick("fail", ["", "threads", "grid", "bytes", "unlimited"], (20, 1, 1, 0.2 if maps else 1, 0 if maps or self.k.dynamic or self.k.family == "large" else 1))
        threads = (64, 32) if fail == "threads" else self.threads
        self.thread_count = threads[0] * threads[1]
        self.block = self.dimensions("block", *threads)
        self.grid = self.dimensions("grid", *((0, 1) if fail == "grid" else (self.grid_x, self.grid_y)))
        if fail in ("bytes", "unlimited"):
            self.setup.append(f"int tooMany = report::given({300000 if fail == 'bytes' else 56000});")
            self.bytes = "tooMany"

    def dimensions(self, name, x, y):
        if self.is_first and self.chance("seen", 0.7 if self.program.theme == "mixed" else 0.92):
            return f"dim3({x}, {y})" if y > 1 else str(x)
        style = self.pick(f"{name} style", ["dim3", "number", "variable", "fields", "constexpr", "ternary", "hidden", "assigned", "quotient"])
        full, var = f"dim3({x}, {y})" if y > 1 else f"dim3({x})", f"{name}Size"
        if style == "number" and y == 1:
            return str(x)
        if style == "variable":
            self.setup.append(f"dim3 {var}({x}, {y});")
        elif style == "fields":
            self.setup += [f"dim3 {var};", f"{var}.x = {x};", f"{var}.y = {y};"]
        elif style == "constexpr":
            self.setup.append(f"constexpr int {var}X = {x};")
            return f"dim3({var}X, {y})" if y > 1 else f"{var}X"
        elif style == "ternary":
            return f"(n < 0 ? dim3({x}, {y}, 1) : {full})"
        elif style == "hidden":
            self.setup.append(f"const int {var}X = report::given({x});")
            return f"dim3({var}X, {y})"
        elif style == "assigned":
            self.setup += [f"dim3 {var}(7, 1, 1);", f"{var} = {{{x}, {y}, 1}};"]
        elif style == "quotient" and x:
            return f"dim3(({x} * 3 + 2) / 3, {y})"
        else:
            return full
        return var

    @property
    def is_first(self):
        """Of its kernel: as a rule one that the tool can edit."""
        return self.program.first.setdefault(self.k.name, self) is self

    # -- Words that ways use -----------------------------------------------------------

    def error(self, name, call):
        return f'report::error("{self.label}", "{name}", {call});'

    @property
    def macro_kernel(self):
        return f"({self.kernel})" if "," in self.kernel else self.kernel

    @property
    def other(self):
        """Another kernel of this type, or the same."""
        if self.k.packed or not self.chance("other", 0.5):
            return self.kernel
        self.program.others = True
        return f"other{self.program.index}<{self.type}, {self.k.n_value}>"

    @property
    def pointer(self):
        return self.k.pointer(self.type)

    @property
    def arguments(self):
        return "job" if self.k.packed else "A, B, C, n, w"

    names = arguments

    @property
    def addresses(self):
        return "&job" if self.k.packed else "&A, &B, &C, &n, &w"

    @property
    def parameters(self):
        return f"{self.k.job_type} job" if self.k.packed else f"const {self.type} *A, const {self.type} *B, {self.type} *C, {self.k.n_value} n, int w"

    @property
    def parameters_without_n(self):
        return self.parameters.replace(f", {self.k.n_value} n,", ",")

    @property
    def names_without_n(self):
        return self.names.replace(", n,", ",")

    # -- Text ----------------------------------------------------------------------------

    def preparation(self, pool="pool"):
        T, shift = self.type, self.shift
        if self.own:
            lines = [f"{T} *A, *B, *C;"]
            lines += [f"cudaMalloc(&{x}, report::PoolBytes);" for x in "ABC"]
            lines += [f"report::fill<{T}>((char *){x}, {self.seed + i});" for i, x in enumerate("ABC")]
            lines += [f"char *pools[] = {{(char *)A, (char *)B, (char *)C}};"]
            move = {"apart": "", "C in A": f"C = A + {1024 + shift};\nA += 1024;", "C in B": f"C = B + {1024 + shift};\nB += 1024;", "A is B": "B = A;"}[self.alias]
            if self.k.family != "matrix" and self.alias == "apart" and self.offset:
                move = f"A += {self.offset};"
            lines += move.splitlines()
        else:
            lines = [f"char *early;\ncudaMalloc(&early, report::PoolBytes);"] if pool == "early" else []
            lines += [f"{T} *all = report::fill<{T}>({pool}, {self.seed});", f"{T} *A = all + {A_AT + self.offset};"]
            lines += [f"{T} *B = {'A' if self.alias == 'A is B' else f'all + {B_AT}'};"]
            target = {"C in A": "A", "C in B": "B"}.get(self.alias)
            lines += [f"{T} *C = {f'{target} + {shift}' if target else f'all + {C_AT + self.offset % 2}'};"]
        hidden = self.pick("size style", ["hidden", "plain"])
        lines += [f"{self.k.n_value} n = {f'report::given({self.size})' if hidden == 'hidden' else self.size};", f"int w = {self.row};"]
        if self.k.packed:
            lines.append(f"{self.k.job_type} job = {{A, B, C, n, w}};")
        return [each for line in lines + self.setup for each in line.splitlines()]

    def forget(self):
        """The end of an early launch: its outcome as a number."""
        if self.own:
            return ["int code = cudaGetLastError();", "int sum = (int)(report::hash(pools[2]) & 0xffffff);", "for (char *each : pools)", "  cudaFree(each);", "return code ? -code : sum;"]
        return ["int code = cudaGetLastError();", "int sum = (int)(report::hash(early) & 0xffffff);", "cudaFree(early);", "return code ? -code : sum;"]

    def render(self, linkage, far):
        names = list(WAYS)
        weights = [WAYS[each][0] for each in names]
        if self.program.theme in ("dynamic", "maps") and self.chance("near", {"maps": 0.95, "dynamic": 0.4}[self.program.theme]):
            weights = [WAYS[each][0] if each in DIRECT else 0 for each in names]
        name = self.pick("way", names, weights)
        if self.is_first and self.chance("seen", 0.7 if self.program.theme == "mixed" else 0.92):
            name = "triple"
        if far and name == "static initializer":
            name = "triple"  # the kernel's file may not be loaded by then
        symbol = []
        if self.symbol and not far:
            value = "0.5" if self.type in ("float", "double") else "3"
            name_ = self.k.spelled("").replace(self.k.name, "factor_" + self.k.name)
            symbol = [f"const {self.type} factor = {value};", self.error("symbol", f"cudaMemcpyToSymbol({name_}, &factor, sizeof factor)")]
        body = [*self.preparation(), *symbol, *WAYS[name][1](self)]
        order = self.pick("checks", ["peek,sync,get", "get,sync", "sync", "get", "sync,get,peek"])
        calls = {"peek": "cudaPeekAtLastError()", "get": "cudaGetLastError()", "sync": "cudaDeviceSynchronize()"}
        body += [self.error(each, calls[each]) for each in order.split(",")]
        if self.own:
            body += ["for (char *each : pools) {", f'  report::buffers("{self.label}", each);', "  cudaFree(each);", "}"]
        else:
            body.append(f'report::buffers("{self.label}", pool);')
        if self.stream == "stream":
            body.append("cudaStreamDestroy(stream);")
        return [*self.file, f"{linkage}void step{self.n}([[maybe_unused]] char *pool) {{", *indented(body), "}", ""]


@dataclass
class HostProgram:
    """Files by name; which of them are compiled, and the one that has the kernels."""

    index: int
    files: dict = field(default_factory=dict)
    sources: list = field(default_factory=list)
    kernel_file: str = ""
    header: bool = False
    arch: str = "sm_80"
    layout: str = "one"
    theme: str = "mixed"  # what most of its kernels and launches allow: "dynamic", "alias", "maps"
    c: Choices = None
    kernels: list = field(default_factory=list)
    others: bool = False
    first: dict = field(default_factory=dict)  # kernel -> the step that launches it first


OTHER = """template <class T, class N>
__global__ void other{n}(const T *A, const T *B, T *C, N n, int w) {{
  if (blockIdx.x + blockIdx.y + threadIdx.x + threadIdx.y == 0 && n > 0)
    C[0] = A[0] / 2;
}}
"""


def make_program(seed, index, plain=()):
    p = HostProgram(index, c=Choices(f"{seed}.{index}", plain))
    c = p.c
    maps = Choices(f"{seed}.{index // 12}.arch").chance("maps", 0.4)
    p.arch = "sm_90" if maps else "sm_80"
    p.theme = c.pick("theme", ["mixed", "dynamic", "alias", "maps"], (2, 2, 1, 5) if maps else (2, 4, 2, 0))
    count = c.pick("kernels", [1, 2], (2, 1))
    for number in range(count):
        space = c.pick(f"k{number}.space", ["", f"ns{index}", f"ns{index}::inner"], (20, 1, 1) if p.theme == "maps" else (4, 1, 1))
        p.kernels.append(HostKernel(c, f"k{number}", f"kernel{index}_{number}", space, p.theme))
    layout = "one" if p.theme == "maps" and c.chance("near", 0.85) or p.theme == "dynamic" and c.chance("near", 0.3) else c.pick("layout", ["one", "header", "included", "two", "launch header", "apart"],
        (4, 0.3, 0.2, 3, 2, 3) if p.theme == "dynamic" else (4, 2, 1, 2, 1, 2))
    if layout in FILES:
        for k in p.kernels:  # another file names them
            if k.linkage == "static " or k.template or k.constant:
                layout = "one"
    p.layout = layout
    steps = [Step(p, number) for number in range(c.pick("steps", [3, 2, 4, 1]))]
    place = [step.place for step in steps]
    linkage = {"main": "static ", "kernel": "", "other": "inline " if layout == "launch header" else "static "}
    texts = [step.render(linkage[where], where == "other") for step, where in zip(steps, place)]
    others = OTHER.format(n=index).splitlines() if p.others else []
    kernels = [line for k in p.kernels for line in [*in_space(k.space, k.render()), ""]]
    system = sorted({name for step in steps for name in step.includes})
    head = [f"#include {name}" for name in system]
    main = ["int main() {", "  char *pool = nullptr;", "  cudaMalloc(&pool, report::PoolBytes);",
            *[f"  step{step.n}(pool);" for step in steps], "  cudaFree(pool);", f"  return {c.pick('status', [0, 3])};", "}"]
    lead = ['#include "report.h"', *head, ""]
    own = [line for text, where in zip(texts, place) if where != "other" for line in text]
    far = [line for text, where in zip(texts, place) if where == "other" for line in text]
    if layout == "one":
        p.files["main.cu"] = [*lead, *kernels, *others, *own, *main]
        p.sources = ["main.cu"]
    elif layout in ("header", "included"):
        name = "kernels.cuh" if layout == "header" else "kernels.inc"
        guard = ["#pragma once"] if layout == "header" else []
        p.files[name] = [*guard, *kernels, *others]
        p.files["main.cu"] = [*lead, f'#include "{name}"', *own, *main]
        p.sources, p.header = ["main.cu"], True
    else:
        folder = "app/" if layout == "apart" else ""
        up = "../" if folder else ""
        forward = [f"void step{step.n}(char *pool);" for step, where in zip(steps, place) if where == "kernel"]
        declared = [line for k in p.kernels for line in in_space(k.space, k.declaration())]
        p.files["kernel.cu"] = [*lead, *kernels, *(["namespace {"] + others + ["}"] if others else []), *own]
        far_text = [*declared, *(["namespace {"] + others + ["}"] if others else []), *far]
        if layout == "launch header":
            p.files["include/launch.h"] = ["#pragma once", '#include "../report.h"', *head, *far_text]
            p.files["main.cu"] = ['#include "include/launch.h"', *forward, *main]
            p.sources = ["main.cu", "kernel.cu"]
        else:
            p.files[f"{folder}main.cu"] = [f'#include "{up}report.h"', *head, *far_text, *forward, *main]
            p.sources = [f"{folder}main.cu", "kernel.cu"]
    p.kernel_file = "kernel.cu" if "kernel.cu" in p.files else "main.cu"
    p.files = {name: "\n".join(lines) + "\n" for name, lines in p.files.items()}
    return p


def write(program, folder):
    for name, text in program.files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    Path(folder, "report.h").write_text((HERE / "host/report.h").read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, default=0, help="the program's number")
    parser.add_argument("--plain", type=lambda text: [n for n in text.split(",") if n], default=[])
    parser.add_argument("--decisions", action="store_true", help="print decisions to stderr")
    parser.add_argument("-o", dest="output", type=Path, required=True)
    arguments = parser.parse_args()
    program = make_program(arguments.seed, arguments.only, arguments.plain)
    write(program, arguments.output)
    if arguments.decisions:
        print(",".join(program.c.fancy()), file=sys.stderr)


if __name__ == "__main__":
    main()
