"""Two tiles beside the others, whose loads are written by hand: values that meet on their way."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from constructs import Construct, construct

# Statements that store to {p}[{t}] and {q}[{t}] from {P}[{i}] and {Q}[{i}].
BOTH = ["{p}[{t}] = {n}a;", "{q}[{t}] = {n}b;"]
TWO = ["unsigned {n}a = {P}[{i}], {n}b = {Q}[{i}];"]
LOADS = {
    "plain": ["{p}[{t}] = {P}[{i}];", "{q}[{t}] = {Q}[{i}];"],
    "locals": [*TWO, *BOTH],
    "swap": [*TWO, "exchange({n}a, {n}b);", *BOTH],
    "swap of pointers": ["const unsigned *{n}x = {P}, *{n}y = {Q};", "exchange({n}x, {n}y);", "{p}[{t}] = {n}x[{i}];",
                         "{q}[{t}] = {n}y[{i}];"],
    "step in declaration": ["unsigned {n}a = {P}[{i}], {n}b = {n}a++;", *BOTH],
    "change in declaration": ["unsigned {n}a = {P}[{i}], {n}b = changed({n}a);", *BOTH],
    "step of another": ["unsigned {n}a = {P}[{i}], {n}b = {n}a++;", "{p}[{t}] = {n}a;", "{q}[{t}] = {Q}[{i}];"],
    "change of another": ["unsigned {n}a = {P}[{i}], {n}b = changed({n}a), {n}c = {n}a;", "{p}[{t}] = {n}a;",
                          "{q}[{t}] = {Q}[{i}];"],
    "binding": ["auto [{n}a, {n}b] = Two<unsigned>{{P}[{i}], {Q}[{i}]};", *BOTH],
    "changed binding": ["auto [{n}a, {n}b] = Two<unsigned>{{P}[{i}], {Q}[{i}]};", "{n}a += 3;", *BOTH],
    "struct": ["Two<unsigned> {n}{{P}[{i}], {Q}[{i}]};", "exchange({n}.a, {n}.b);", "{p}[{t}] = {n}.a;",
               "{q}[{t}] = {n}.b;"],
    "array": ["unsigned {n}[2] = {{P}[{i}], {Q}[{i}]};", "{p}[{t}] = {n}[{t} % 2];", "{q}[{t}] = {n}[1 - {t} % 2];"],
    "reference": [*TWO, "unsigned &{n}r = {n}a;", "{n}r = ~{n}r;", *BOTH],
    "reference argument": [*TWO, "change({n}b);", *BOTH],
    "pointer": [*TWO, "unsigned *{n}r = {t} % 2 ? &{n}a : &{n}b;", "*{n}r ^= 9u;", *BOTH],
    "conditional lvalue": [*TWO, "({t} % 2 ? {n}a : {n}b) += 3u;", *BOTH],
    "conditional source": ["{p}[{t}] = {t} % 2 ? {P}[{i}] : {Q}[{i}];", "{q}[{t}] = ({t} % 2 ? {Q} : {P})[{i}];"],
    "conditional target": ["({t} % 2 ? {p} : {q})[{t}] = {P}[{i}];", "({t} % 2 ? {q} : {p})[{t}] = {Q}[{i}];"],
    "chained": ["{p}[{t}] = {q}[{t}] = {P}[{i}];"],
    "lambda": ["auto {n}Get = [&](const unsigned *from) { return from[{i}]; };", "{p}[{t}] = {n}Get({P});",
               "{q}[{t}] = {n}Get({Q});"],
    "lambda by reference": [*TWO, "auto {n}Turn = [&] { exchange({n}a, {n}b); };", "{n}Turn();", *BOTH],
    "asm": [*TWO, 'asm("add.u32 %0, %0, %1;" : "+r"({n}a) : "r"({n}b));', *BOTH],
    "asm swap": [*TWO, 'asm("xor.b32 %0, %0, %1;" : "+r"({n}a) : "r"({n}b));', "{n}b ^= {n}a;", *BOTH],
    "reads the other": ["{p}[{t}] = {P}[{i}];", "{q}[{t}] = {p}[{t}] + {Q}[{i}];"],
    "compound": ["{p}[{t}] = {P}[{i}];", "{p}[{t}] += 3u;", "{q}[{t}] = {Q}[{i}];"],
    "reference to element": ["unsigned &{n}a = {p}[{t}], &{n}b = {q}[{t}];", "{n}a = {P}[{i}];", "{n}b = {Q}[{i}];"],
    "objects": ["Handle<unsigned> {n}a{&{p}[{t}]}, {n}b{&{q}[{t}]};", "*{n}a = {P}[{i}];", "*{n}b = {Q}[{i}];"],
    "comma": ["{p}[{t}] = {P}[{i}], {q}[{t}] = {Q}[{i}];"],
    "loop": ["for (int {n} = 0; {n} < 2; ++{n})", "({n} ? {q} : {p})[{t}] = ({n} ? {Q} : {P})[{i}];"],
    "shadow": ["unsigned {n}Out = {P}[{i}];", "change({n}Out);", "{p}[{t}] = {n}Out;", "{q}[{t}] = {Q}[{i}];"],
}


@construct
class Twins(Construct):
    key, chance = "twins", 0.06

    def choose(self):
        self.way = self.pick("way", LOADS)
        self.restrict = self.likely("restrict", 0.6)
        self.read = self.pick("read", ["next", "all"])

    def parameters(self):
        restrict = "__restrict__ " if self.restrict else ""
        count = f"(K / {self.loop.depth} + 2) * {self.threads}"
        return [(f"const unsigned *{restrict}{self.n}{name}", ("in", "unsigned", count)) for name in "XY"]

    def top(self):
        return [f"__shared__ unsigned {self.n}P[{self.threads}], {self.n}Q[{self.threads}];"]

    def fill(self, line):
        for name, text in (("n", self.n), ("t", self.tid), ("i", f"{self.n}I"), ("p", f"{self.n}P"),
                           ("q", f"{self.n}Q"), ("P", f"{self.n}X"), ("Q", f"{self.n}Y")):
            line = line.replace("{" + name + "}", text)
        return line

    def before(self):
        return [f"unsigned {self.n}Out = 77u;"] if self.way == "shadow" else []

    def head(self):
        if self.loop.form == "pointer":
            return []
        return [f"const int {self.n}I = {self.loop.tile_number()} * {self.threads} + {self.tid};", *[self.fill(line) for line in LOADS[self.way]]]

    def last(self):
        if self.loop.form == "pointer":
            return []
        one = f"{self.n}P[({self.tid} + 1) % {self.threads}] + 3u * {self.n}Q[({self.tid} + 2) % {self.threads}]"
        if self.read == "next":
            return [self.add(f"({one}) % 1024u")]
        return [f"for (int {self.n} = 0; {self.n} < {self.threads}; ++{self.n})",
                self.add(f"({self.n}P[{self.n}] ^ {self.n}Q[{self.threads} - 1 - {self.n}]) % 64u")]

    def after(self):
        return [self.add(f"{self.n}Out % 128u")] if self.way == "shadow" else []


@construct
class Tables(Construct):
    """A tile of pointers, from one of two tables."""

    key, chance = "tables", 0.01

    def choose(self):
        self.way = self.pick("way", ["{t} % 2 ? {P}[{i}] : {Q}[{i}]", "({t} % 2 ? {P}[{i}] : {Q}[{i}])",
                                     "({t} % 2 ? {P} : {Q})[{i}]", "{P}[{i}]"])

    def parameters(self):
        count = f"(K / {self.loop.depth} + 2) * {self.threads}"
        return [(f"const unsigned *{self.n}", ("in", "unsigned", "100")),
                *[(f"const unsigned *const *__restrict__ {self.n}{name}", ("pointers", count)) for name in "XY"]]

    def top(self):
        return [f"__shared__ const unsigned *{self.n}P[{self.threads}];"]

    def head(self):
        if self.loop.form == "pointer":
            return []
        text = self.way
        for name, by in (("t", self.tid), ("i", f"{self.n}I"), ("P", f"{self.n}X"), ("Q", f"{self.n}Y")):
            text = text.replace("{" + name + "}", by)
        return [f"const int {self.n}I = {self.loop.tile_number()} * {self.threads} + {self.tid};", f"{self.n}P[{self.tid}] = {text};"]

    def last(self):
        if self.loop.form == "pointer":
            return []
        return [self.add(f"*{self.n}P[({self.tid} + 1) % {self.threads}] % 1024u")]


WAITS = {  # lines in front of the loads that wait for flag {f}
    "acquire": ["while (cuda::atomic_ref<unsigned, cuda::thread_scope_device>({f}).load(cuda::memory_order_acquire) "
                "== 0) {", "}"],
    "acquire once": ["if (cuda::atomic_ref<unsigned, cuda::thread_scope_device>({f})"
                     ".load(cuda::memory_order_acquire) == 0)", "acc0 += 0;"],
    "of one thread": ["if ({t} == 0) while (cuda::atomic_ref<unsigned, cuda::thread_scope_device>({f})"
                      ".load(cuda::memory_order_acquire) == 0) {", "}", "__syncthreads();"],
    "volatile": ["while (*(volatile unsigned *)&{f} == 0) {", "}", "__threadfence();"],
    "asm": ["unsigned {n}Set = 0;", "while ({n}Set == 0)",
            'asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"({n}Set) : "l"(&{f}) : "memory");'],
}


@construct
class Waits(Construct):
    """Data of another block, which is there once its flag is set."""

    key, chance = "waits", 0.01

    @classmethod
    def fits(cls, loop):
        return loop.form != "pointer" and not loop.k.repeats and loop.k.grid == 1

    def choose(self):
        self.way = self.pick("way", WAITS)

    def file(self):
        return ['#include "fuzz_atomic.h"']

    def parameters(self):
        tiles = f"(K / {self.loop.depth} + 2)"
        return [(f"unsigned *{self.n}Flags", ("out", "unsigned", tiles)),
                (f"const unsigned *{self.n}Data", ("late", f"{tiles} * {self.threads}", str(self.threads)))]

    def top(self):
        return [f"__shared__ unsigned {self.n}S[{self.threads}];"]

    def head(self):
        number = f"{self.n}Number"
        lines = [line.replace("{f}", f"{self.n}Flags[{number}]").replace("{t}", self.tid).replace("{n}", self.n)
                 .replace("acc0", self.acc) for line in WAITS[self.way]]
        return [f"const int {number} = {self.loop.tile_number()};", *lines,
                f"{self.n}S[{self.tid}] = {self.n}Data[{number} * {self.threads} + {self.tid}];"]

    def last(self):
        return [self.add(f"{self.n}S[({self.tid} + 1) % {self.threads}] % 1024u")]
