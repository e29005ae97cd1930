"""Constructs in which the same name stands for different things at different lines.

What moves from the loads to behind the computation, in front of the loop or into
another scope then meets the other one.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from constructs import Construct, construct


@construct
class Shadows(Construct):
    """Variables outside of the loop with the names of those in the body, and others that a
    rewriter may think of."""

    key, chance = "shadow", 0.06

    def choose(self):
        tile = self.loop.tiles[0]
        own = ["r", "c", "j", "e", tile.temporary]
        taken = [f"{tile.name}Next", f"{tile.pointer}Next", "stage", "next", "buffer", f"{tile.name}Reg", "k0Next",
                 "tNext", f"{tile.name}_next", f"{tile.temporary}Next"]
        self.name = self.pick("name", own + taken)

    def before(self):
        return [f"unsigned {self.name} = {self.tid} + 100u;"]

    def after(self):
        return [self.add(f"{self.name} % 128u")]


HIDING = {  # before the kernel, in the loads' expression, what hides it in the computation, its use
    "variable": (["constexpr unsigned {n} = 3;"], "{n}", ["const unsigned {n} = 5;"], "{n}"),
    "function": (["inline __device__ unsigned {n}() { return 3; }"], "{n}()",
                 ["auto {n} = [] { return 5u; };"], "{n}()"),
    "type": (["using {n} = unsigned;"], "{n}(259)", ["using {n} = unsigned char;"], "{n}(261)"),
    "struct": (["struct {n} {", "unsigned v = 3;", "};"], "{n}{}.v", ["struct {n} {", "unsigned v = 5;", "};"],
               "{n}{}.v"),
    "overload": (["inline __device__ unsigned {n}(long) { return 3; }"], "{n}(1L)",
                 ["auto {n} = [](int) { return 5u; };"], "{n}(1)"),
    "using declaration": (["inline __device__ unsigned {n}() { return 3; }", "namespace {n}Too {",
                           "inline __device__ unsigned {n}() { return 5; }", "}"], "{n}()",
                          ["using {n}Too::{n};"], "{n}()"),
    "using directive": (["namespace {n}Too {", "constexpr unsigned {n}Value = 5;", "}",
                         "constexpr unsigned {n}Other = 3;"], "{n}Other", ["using namespace {n}Too;"], "{n}Value"),
    "namespace alias": (["namespace {n}One {", "constexpr unsigned v = 3;", "}", "namespace {n}Two {",
                         "constexpr unsigned v = 5;", "}", "namespace {n} = {n}One;"], "{n}::v",
                        ["namespace {n} = {n}Two;"], "{n}::v"),
    "macro": (["#define {n} 3u"], "{n}", ["#undef {n}", "#define {n} 5u"], "{n}"),
    "macro function": (["#define {n}(x) ((x) + 3u)"], "{n}(1u)", ["#undef {n}", "#define {n}(x) ((x) + 5u)"], "{n}(1u)"),
    "enumerator": (["enum : unsigned { {n} = 3 };"], "{n}", ["enum : unsigned { {n} = 5 };"], "{n}"),
    "template": (["template <unsigned N> inline __device__ unsigned {n}() { return N; }"], "{n}<3>()",
                 ["const unsigned {n} = 5;"], "{n}"),
    "parameter of lambda": (["constexpr unsigned {n} = 3;"], "{n}",
                            ["auto {n}f = [](unsigned {n}) { return {n} + 1u; };"], "{n}f(2u)"),
}


@construct
class Hiding(Construct):
    """A name that the loads use is declared anew in the computation, or in front of the loop."""

    key, chance = "hiding", 0.05

    def choose(self):
        self.n = f"{self.k.name}{self.n.title()}"
        self.way = self.pick("way", HIDING)
        self.local = self.likely("local", 0.3) and self.way in ("variable", "function", "type", "struct", "enumerator")
        self.place = self.pick("place", ["first", "last", "after", "closed"], [4, 2, 2, 2])
        if self.way.startswith("macro"):
            self.place = "after"

    def fill(self, lines):
        return [line.replace("{n}", self.n) for line in lines]

    def declared(self):
        lines = self.fill(HIDING[self.way][0])
        return [line.replace("inline __device__ unsigned", "auto").replace("() {", " = [] {").replace("3; }", "3u; };")
                if self.way == "function" and self.local else line for line in lines]

    def file(self):
        return [] if self.local else self.declared()

    def before(self):
        return self.declared() if self.local else []

    def addends(self):
        return self.fill([HIDING[self.way][1]])

    def hidden(self):
        return [*self.fill(HIDING[self.way][2]), self.add(self.fill([HIDING[self.way][3]])[0])]

    def first(self): return self.hidden() if self.place == "first" else []

    def last(self):
        if self.place == "closed":
            return ["{", *self.hidden(), "}"]
        return self.hidden() if self.place == "last" else []

    def after(self): return ["{", *self.hidden(), "}"] if self.place == "after" else []
