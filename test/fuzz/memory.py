"""Constructs whose memory is the question: who else may read or write it, and when."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from constructs import Construct, barriers_are_whole, construct

# How a pointer to C comes about that looks like B's: declarations before the loop.
POINTERS = {
    "plain": ["unsigned *{n} = {C};"],
    "reference argument": ["unsigned *{n} = {B};", "choose({n}, {C});"],
    "swap": ["unsigned *{n} = {B}, *{n}Other = {C};", "exchange({n}, {n}Other);"],
    "pointer to pointer": ["unsigned *{n} = {B}, **{n}At = &{n};", "*{n}At = {C};"],
    "reference": ["unsigned *{n} = {B};", "unsigned *&{n}Ref = {n};", "{n}Ref = {C};"],
    "dereferenced address": ["unsigned *{n} = {B};", "*&{n} = {C};"],
    "conditional": ["unsigned *{n} = {B}, *{n}Other = {B};", "(K >= 0 ? {n} : {n}Other) = {C};"],
    "asm": ["unsigned *{n} = {B};", 'asm("mov.u64 %0, %1;" : "=l"({n}) : "l"({C}));'],
    "asm volatile": ["unsigned *{n} = {B};", 'asm volatile("mov.u64 %0, %1;" : "=l"({n}) : "l"({C}) : "memory");'],
    "array": ["unsigned *{n}All[2] = {{B}, {C}};", "unsigned *{n} = {n}All[1];"],
    "binding": ["unsigned *{n}All[2] = {{B}, {B}};", "auto &[{n}, {n}Other] = {n}All;", "{n} = {C};"],
    "struct": ["Two<unsigned *> {n}Two{{B}, {C}};", "exchange({n}Two.a, {n}Two.b);", "unsigned *{n} = {n}Two.a;"],
    "lambda": ["unsigned *{n} = {B};", "auto {n}Set = [&] { {n} = {C}; };", "{n}Set();"],
    "member function": ["Boxed<unsigned *> {n}Box({B});", "Ref<unsigned *> {n}Ref{{n}Box.value};", "{n}Ref.value = {C};",
                        "unsigned *{n} = {n}Box;"],
    "comma": ["unsigned *{n} = ({B}, {C});"],
}


@construct
class Feed(Construct):
    """What the computation writes to global memory, the next tile's loads read."""

    key, chance = "feed", 0.01

    def choose(self):
        self.way = self.pick("way", POINTERS, [1] + [2] * (len(POINTERS) - 1))
        self.distinct = self.likely("distinct", 0.6)  # the loads' pointer is another one
        self.pingpong = self.likely("pingpong", 0.15)
        self.restrict = self.likely("restrict", 0.85)
        self.read_back = self.likely("back", 0.3)

    def parameters(self):
        restrict = "__restrict__ " if self.restrict else ""
        return [(f"unsigned *{restrict}{self.n}{name}", ("in", "unsigned", str(self.words))) for name in "BC"]

    def before(self):
        given = f"{self.n}B", f"{self.n}C"
        target = given[0] if self.distinct else given[1]
        lines = [line.replace("{n}", self.n).replace("{B}", given[0]).replace("{C}", target) for line in POINTERS[self.way]]
        return lines + [f"unsigned *{self.n}To = {given[1]};"]

    def addends(self):
        return [f"{self.n}[slot()] % 16u"]

    def last(self):
        lines = [f"{self.n}To[slot()] = bits({self.acc}) + 3u;"]
        return lines + ([f"exchange({self.n}, {self.n}To);"] if self.pingpong else [])

    def after(self):
        return [self.add(f"{self.n}To[slot()] % 16u")] if self.read_back else []


HELD = {  # lines before the kernel, what is read in the loads, what is written
    "variable": (["__device__ unsigned fz_{n}[{w}];"], "fz_{n}[slot()]", "fz_{n}[slot()]"),
    "pointer variable": (["__device__ unsigned fz_{n}[{w}];", "__device__ unsigned *fzp_{n} = fz_{n};"],
                         "fz_{n}[slot()]", "fzp_{n}[slot()]"),
    "pointer array": (["__device__ unsigned fz_{n}[{w}];", "__device__ unsigned *fzp_{n}[2] = {fz_{n}, fz_{n}};"],
                      "fzp_{n}[0][slot()]", "fz_{n}[slot()]"),
    "constant structs": (["__device__ unsigned fz_{n}[{w}];", "struct {n}In {", "const unsigned *p;", "};",
                          "struct {n}Out {", "unsigned *p;", "};", "__constant__ {n}In fzc_{n} = {fz_{n}};",
                          "__constant__ {n}Out fzo_{n} = {fz_{n}};"], "fzc_{n}.p[slot()]", "fzo_{n}.p[slot()]"),
    "two variables": (["__device__ unsigned fz_{n}[{w}];", "__device__ unsigned fz_{n}Too[{w}];"],
                      "fz_{n}[slot()]", "fz_{n}Too[slot()]"),
    "default argument": (["__device__ unsigned fz_{n}[{w}];",
                          "inline __device__ unsigned {n}Get(unsigned v, unsigned by = fz_{n}[slot()]) {",
                          "return v + by;", "}"], "{n}Get(1u)", "fz_{n}[slot()]"),
    "default member": (["__device__ unsigned fz_{n}[{w}];", "struct {n}Init {", "unsigned a;",
                        "unsigned b = fz_{n}[slot()];", "};"], "{n}Init{3u}.b", "fz_{n}[slot()]"),
    "default constructor": (["__device__ unsigned fz_{n}[{w}];", "struct {n}Made {", "unsigned a;",
                             "__device__ {n}Made() : a(fz_{n}[slot()]) {}", "};"], "{n}Made().a", "fz_{n}[slot()]"),
    "function": (["__device__ unsigned fz_{n}[{w}];", "inline __device__ unsigned {n}Get() { return fz_{n}[slot()]; }"],
                 "{n}Get()", "fz_{n}[slot()]"),
    "setter": (["__device__ unsigned fz_{n}[{w}];",
                "inline __device__ void {n}Set(unsigned v) { fz_{n}[slot()] = v; }"], "fz_{n}[slot()]", "{n}Set"),
    "conversion": (["__device__ unsigned fz_{n}[{w}];", "struct {n}Cell {",
                    "__device__ operator unsigned() const { return fz_{n}[slot()]; }", "};"],
                   "(unsigned){n}Cell{}", "fz_{n}[slot()]"),
    "assignment operator": (["__device__ unsigned fz_{n}[{w}];", "struct {n}Cell {",
                             "__device__ void operator=(unsigned v) const { fz_{n}[slot()] = v; }", "};"],
                            "fz_{n}[slot()]", "{n}Cell()"),
    "destructor": (["__device__ unsigned fz_{n}[{w}];", "struct {n}Writer {", "unsigned v;",
                    "__device__ ~{n}Writer() { fz_{n}[slot()] = v; }", "};"], "fz_{n}[slot()]", "{n}Writer"),
}


@construct
class Held(Construct):
    """Global variables that the loads read and the computation writes, in plain sight or not."""

    key, chance = "held", 0.01

    def choose(self):
        self.n = f"{self.k.name}{self.n.title()}"
        self.way = self.pick("way", HELD)
        self.place = self.pick("place", ["both", "load", "compute"], [3, 2, 2])

    def fill(self, text):
        return text.replace("{n}", self.n).replace("{w}", str(self.words))

    def file(self):
        return [self.fill(line) for line in HELD[self.way][0]]

    def addends(self):
        return [self.fill(HELD[self.way][1]) + " % 16u"] if self.place != "compute" else []

    def last(self):
        if self.place == "load":
            return []
        target, value = self.fill(HELD[self.way][2]), f"bits({self.acc}) + 7u"
        if self.way == "setter":
            return [f"{target}({value});"]
        return [f"{target}{{{value}}};"] if self.way == "destructor" else [f"{target} = {value};"]


@construct
class Given(Construct):
    """A struct of pointers, given to the kernel by value."""

    key, chance = "given", 0.01

    def choose(self):
        self.n = f"{self.k.name}{self.n.title()}"
        self.same = self.likely("same", 0.4)
        self.place = self.pick("place", ["both", "load", "compute"], [1, 2, 2])
        self.method = self.likely("method", 0.5)

    def file(self):
        lines = [f"struct {self.n} {{", "const unsigned *in;", "unsigned *out;", "int more;"]
        if self.method:
            lines += ["__device__ unsigned get(unsigned i) const { return in[i] + more; }",
                      "__device__ void set(unsigned i, unsigned v) const { out[i] = v; }"]
        return lines + ["};"]

    def parameters(self):
        first = ("in", "unsigned", str(self.words))
        return [(f"{self.n} given{self.loop.suffix}",
                 ("struct", self.n, (first, ("same",) if self.same else first, ("value", "int", "3"))))]

    @property
    def name(self):
        return f"given{self.loop.suffix}"

    def addends(self):
        if self.place == "compute":
            return []
        return [(f"{self.name}.get(slot())" if self.method else f"{self.name}.in[slot()]") + " % 16u"]

    def last(self):
        if self.place == "load":
            return []
        value = f"bits({self.acc})"
        return [f"{self.name}.set(slot(), {value});" if self.method else f"{self.name}.out[slot()] = {value};"]


@construct
class Notes(Construct):
    """Shared memory that the computation writes and that is read elsewhere, by asm or by pointers."""

    key, chance = "notes", 0.05
    READS = {
        "asm function": "loadShared({n}At)", "plain": "{n}[({tid} + 1) % {w}]",
        "asm volatile": None, "asm memory": None, "ldmatrix": None, "pointer": "*{n}Point",
        "struct": "{n}Held.at[0]", "volatile": "*(volatile unsigned *)({n} + ({tid} + 1) % {w})",
        "lambda": "{n}Read()", "reference": "{n}Ref",
    }

    @classmethod
    def fits(cls, loop):
        return barriers_are_whole(loop)

    def choose(self):
        self.way = self.pick("way", self.READS, [3, 3, 4, 1, 2, 2, 1, 1, 1, 1])
        self.place = self.pick("place", ["after", "late", "front", "inside"], [4, 3, 2, 3])
        if self.k.repeats and self.place == "after":
            self.place = "late"

    def top(self):
        return [f"__shared__ __align__(16) unsigned {self.n}[{max(32, self.threads)}];"]

    def before(self):
        n, tid, threads = self.n, self.tid, self.threads
        other = f"{n}[({tid} + 1) % {threads}]"
        if self.way == "ldmatrix":
            lines = [f"const unsigned {n}At = (unsigned)__cvta_generic_to_shared(&{n}[{tid} % 8 * 4]);"]
        elif self.way.startswith("asm"):
            lines = [f"const unsigned {n}At = (unsigned)__cvta_generic_to_shared(&{other});"]
        else:
            lines = {"pointer": [f"const unsigned *{n}Point = &{other};"],
                     "struct": [f"Handle<unsigned> {n}Held{{&{other}}};"],
                     "lambda": [f"auto {n}Read = [&] {{ return {other}; }};"],
                     "reference": [f"const unsigned &{n}Ref = {other};"]}.get(self.way, [])
        return ["__syncthreads();", *lines, f"{n}[{tid}] = {tid};", "__syncthreads();"]

    def read(self):
        text = self.READS[self.way]
        if text:
            return [self.add("(" + text.replace("{n}", self.n).replace("{tid}", self.tid)
                             .replace("{w}", str(self.threads)) + ") % 64u")]
        asm = f'"ld.shared.u32 %0, [%1];" : "=r"({self.n}Got) : "r"({self.n}At)'
        if self.way == "ldmatrix":
            asm = f'"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%0}}, [%1];" : "=r"({self.n}Got) : "r"({self.n}At)'
        if self.way == "asm memory":
            asm += ' : "memory"'
        return ["{", f"unsigned {self.n}Got;", f"asm volatile({asm});", self.add(f"{self.n}Got % 64u"), "}"]

    def last(self):
        write = f"{self.n}[{self.tid}] = bits({self.acc});"
        if self.place == "inside":  # within the computation, which then has a barrier
            return [write, "__syncthreads();", *self.read(), "__syncthreads();"]
        return [write]

    def head(self): return self.read() if self.place == "front" else []
    def late(self): return self.read() if self.place == "late" else []
    def after(self): return ["__syncthreads();", *self.read()] if self.place == "inside" else \
        self.read() if self.place == "after" else []


@construct
class BlockSum(Construct):
    """A block-wide function of a library, whose header is a system header."""

    key, chance = "blocksum", 0.015

    @classmethod
    def fits(cls, loop):
        return barriers_are_whole(loop)

    def choose(self):
        self.place = self.pick("place", ["compute", "load", "both"], [3, 1, 2])
        self.way = self.pick("way", ["temporary", "stored", "function"])

    def file(self):
        return ['#include "fuzz_block.h"']

    def top(self):
        return [] if self.way == "function" else [f"__shared__ fuzz_block::Sum<{self.threads}>::Storage {self.n};"]

    def before(self):
        return ["__syncthreads();",
                *([f"fuzz_block::Sum<{self.threads}> {self.n}Sum({self.n});"] if self.way == "stored" else [])]

    def sum(self, value):
        if self.way == "function":
            return f"fuzz_block::sumOf<{self.threads}>({value})"
        made = f"{self.n}Sum" if self.way == "stored" else f"fuzz_block::Sum<{self.threads}>({self.n})"
        return f"{made}.of({value})"

    def head(self):
        if self.place == "compute":
            return []
        return [f"const unsigned {self.n}Load = {self.sum(f'{self.tid} % 5u + 1u')};"]

    def addends(self):
        return [f"({self.tid} == 0 ? {self.n}Load : 1u)"] if self.place != "compute" else []

    def last(self):
        if self.place == "load":
            return []
        return [self.add(f"{self.sum(f'bits({self.acc}) % 64u')} % 64u")]


@construct
class DynamicSize(Construct):
    """The kernel asks how much dynamic shared memory it was given."""

    key, chance = "dynsize", 0.01

    def choose(self):
        self.way = self.pick("way", ["asm", "asm volatile"])

    def last(self):
        return ["{", f"unsigned {self.n};", f'{self.way}("mov.u32 %0, %%dynamic_smem_size;" : "=r"({self.n}));',
                self.add(f"{self.n} % 4096u"), "}"]
