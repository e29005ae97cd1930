"""What a kernel has beside its tiles and its sums, in the C++ that people write.

A construct is drawn for a loop with the chance of its class, and says which lines
it puts at which places of the kernel:

    file        before the kernel           parameters  of the kernel
    top         before all loops            before      in front of the loop
    head        in front of the loads       tail        behind them
    first       in front of the sums        last        behind them
    late        behind the last barrier     after       behind the loop

An addend is an unsigned expression that the loads of one tile add to what they
read. All state is a thread's own, or is exchanged over a barrier, so that no
construct brings a race.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import changes

ALL = []
PLACES = ["load", "compute", "both"]


def construct(cls):
    ALL.append(cls)
    return cls


class Construct:
    key, chance = "", 0.03

    def __init__(self, loop):
        self.loop, self.k = loop, loop.k
        self.n = f"{self.key.title().replace(' ', '')}{loop.suffix}"
        self.n = self.n[0].lower() + self.n[1:]
        self.choose()

    def pick(self, name, options, weights=None):
        return self.k.c.pick(f"{self.loop.key}x.{self.key}.{name}", options, weights)

    def likely(self, name, probability):
        return self.k.c.chance(f"{self.loop.key}x.{self.key}.{name}", probability)

    @classmethod
    def fits(cls, loop):
        return True

    def choose(self):
        pass

    def nothing(self):
        return []

    file = parameters = top = before = head = tail = nothing
    first = last = late = after = addends = nothing

    # -- What constructs say -------------------------------------------------

    @property
    def tid(self):
        return self.k.tid

    @property
    def threads(self):
        return self.k.threads

    @property
    def acc(self):
        return self.loop.compute.sum_of(0)

    def add(self, expression):
        """A statement that adds an unsigned expression to the sum."""
        return f"{self.acc} += ({self.loop.compute.type})({expression});"

    def keep(self, expression):
        """A statement that writes an expression out, behind the loop."""
        total = self.k.threads * self.k.grid
        self.k.slots += 1
        return f"live[{(self.k.slots - 1) * total} + slot()] = (int)({expression});"

    @property
    def words(self):
        """How many words an array with one for each thread of the grid has."""
        return self.k.threads * self.k.grid


def drawn(loop):
    """The constructs of a loop."""
    found = []
    for cls in ALL:
        if loop.k.c.chance(f"{loop.key}x.{cls.key}", cls.chance) and cls.fits(loop):
            found.append(cls(loop))
    return found


def barriers_are_whole(loop):
    """Whether what is written in the computation may be read behind its barrier."""
    return loop.lacking == "none" and not loop.top_barrier and not loop.compute.exit


# -- The computation -----------------------------------------------------------


@construct
class Changes(Construct):
    """The sum, or a copy of it, is changed in some way of changes.py."""

    key, chance = "changes", 0.25

    def choose(self):
        names, weights = changes.fitting(self.loop.compute.type)
        self.way = self.pick("way", names, weights)
        self.copied = self.likely("copied", 0.3)
        self.place = self.pick("place", ["last", "first", "head", "tail", "late", "before", "after"],
                               [8, 4, 1, 1, 1, 2, 2])

    def lines(self):
        kind = self.loop.compute.type
        if not self.copied:
            return changes.lines(self.way, self.acc, kind, f"{self.n}{self.k.serial()}", self.tid)
        return [f"{kind} {self.n} = {self.acc};",
                *changes.lines(self.way, self.n, kind, f"{self.n}{self.k.serial()}", self.tid),
                f"{self.acc} = {self.n};"]

    def at(self, place):
        if place != self.place:
            return []
        return ["{", *self.lines(), "}"]

    def first(self): return self.at("first")
    def last(self): return self.at("last")
    def head(self): return self.at("head")
    def tail(self): return self.at("tail")
    def late(self): return self.at("late") if not self.loop.compute.exit else []
    def before(self): return self.at("before")
    def after(self): return self.at("after")


STATES = {  # declarations and the expression that draws from the state
    "mutable lambda": (["auto {n} = [s = 1u]() mutable {", "s = s * 1664525u + 1013904223u;", "return s >> 26;",
                        "};"], "{n}()"),
    "functor": (["Drawer {n}{1u};"], "{n}()"),
    "member function": (["Drawer {n}{1u};"], "{n}.next()"),
    "capture by reference": (["unsigned {n}State = 1;", "auto {n} = [&] { return drawFrom({n}State); };"], "{n}()"),
    "reference argument": (["unsigned {n} = 1;"], "drawFrom({n})"),
    "pointer argument": (["unsigned {n} = 1;"], "drawAt(&{n})"),
    "arrow": (["Drawer {n}Drawer{1u};", "Handle<Drawer> {n}{&{n}Drawer};"], "{n}->next()"),
    "asm": (["unsigned {n} = 1;"], "drawAsm({n})"),
    "ticket": (["unsigned {n} = 1;"], "Ticket({n}).number()"),
    "increment": (["unsigned {n} = 1;"], "{n}++ % 16u"),
    "generic lambda": (["unsigned {n}State = 1;", "auto {n} = [](auto &s) { return drawFrom(s); };"],
                       "{n}({n}State)"),
    "bit-field": (["struct {", "unsigned low : 9;", "unsigned high : 23;", "} {n}{1u, 2u};"],
                  "({n}.low += 77u) % 16u"),
    "binding": (["Two<unsigned> {n}Two{1u, 3u};", "auto &[{n}, {n}By] = {n}Two;"], "({n} += {n}By) % 16u"),
    "copy of lambda": (["auto {n}Of = [s = 1u]() mutable { return s += 5u; };", "auto {n} = {n}Of;"],
                       "{n}() % 16u + {n}Of() % 4u"),
    "capture by value": (["const unsigned {n}Value = {tid} % 7;", "auto {n} = [=] { return {n}Value + 1u; };"],
                         "{n}()"),
}


@construct
class State(Construct):
    """A thread's own state that the loads, the computation or both draw from."""

    key, chance = "state", 0.08

    def choose(self):
        self.way = self.pick("way", STATES, [4] + [2] * (len(STATES) - 1))
        self.place = self.pick("place", ["compute", "load", "both"], [6, 1, 1])
        self.inline = self.likely("inline", 0.5)
        self.left = self.likely("left", 0.3)

    def expression(self):
        return self.fill(STATES[self.way][1])

    def fill(self, line):
        return line.replace("{n}", self.n).replace("{tid}", self.tid)

    def before(self):
        return [self.fill(line) for line in STATES[self.way][0]]

    def head(self):
        if self.place == "compute" or self.inline:
            return []
        return [f"const unsigned {self.n}Now = {self.expression()};"]

    def addends(self):
        if self.place == "compute":
            return []
        return [self.expression() if self.inline else f"{self.n}Now"]

    def last(self):
        return [self.add(self.expression())] if self.place != "load" else []

    def after(self):
        return [self.add(self.expression())] if self.left else []


@construct
class Scopes(Construct):
    """An object whose constructor and destructor count, in the body of the loop."""

    key, chance = "scope", 0.015

    def choose(self):
        self.place = self.pick("place", ["last", "first", "head", "tail", "before"], [4, 2, 1, 1, 1])
        self.closed = self.place not in ("head", "tail") and self.likely("closed", 0.5)

    def at(self, place):
        if place != self.place:
            return []
        lines = [f"Ticket {self.n}({self.n}Count);", self.add(f"{self.n}.number()")]
        return ["{", *lines, "}"] if self.closed else lines

    def before(self):
        if self.place == "before":
            self.closed = True
        return [f"unsigned {self.n}Count = 1;", *self.at("before")]

    def first(self): return self.at("first")
    def last(self): return self.at("last")
    def head(self): return self.at("head")
    def tail(self): return self.at("tail")

    def after(self):
        return [self.add(f"{self.n}Count % 64u")]


@construct
class Warp(Construct):
    """Votes and shuffles of a warp."""

    key, chance = "warp", 0.06
    WAYS = ["__popc(__ballot_sync(0xffffffffu, {q}))", "__any_sync(0xffffffffu, {q}) ? 1u : 0u",
            "__all_sync(0xffffffffu, !({q})) ? 2u : 0u",
            "bits({acc}) ^ __shfl_down_sync(0xffffffffu, {tid} * 3u, 1)",
            "__shfl_sync(0xffffffffu, {tid} * 5u, 3)", "__shfl_up_sync(0xffffffffu, (unsigned){tid}, 2)"]

    def choose(self):
        self.way = self.pick("way", self.WAYS)
        self.place = self.pick("place", ["last", "after", "before"], [5, 1, 1])
        self.fence = self.likely("syncwarp", 0.3)

    def lines(self):
        text = self.way.replace("{q}", self.loop.compute.question()).replace("{tid}", self.tid) \
            .replace("{acc}", self.acc)
        return [*(["__syncwarp();"] if self.fence else []), self.add(f"({text}) % 64u")]

    def last(self): return self.lines() if self.place == "last" else []
    def before(self): return self.lines() if self.place == "before" else []
    def after(self): return self.lines() if self.place == "after" else []


@construct
class Printing(Construct):
    key, chance = "printf", 0.01

    def last(self):
        return [f"if ({self.tid} == 0 && blockIdx.x == 0 && K == {self.loop.depth})",
                f'printf("at %u\\n", bits({self.acc}));']


@construct
class Control(Construct):
    """goto forwards, switch and do in the computation."""

    key, chance = "control", 0.05

    def choose(self):
        self.way = self.pick("way", ["switch", "do", "goto", "while", "nested"], [3, 3, 1, 2, 2])

    def last(self):
        n, acc = f"{self.n}{self.k.serial()}", self.acc
        return {"switch": [f"switch (bits({acc}) % 4u) {{", f"case 0: change({acc}); break;",
                           f"case 1: {{ {acc} = shifted<2>({acc}); break; }}",
                           f"case 2: change({acc});", f"default: changeAt(&{acc});", "}"],
                "do": [f"int {n} = 0;", "do {", f"change({acc});", f"}} while (++{n} < {self.tid} % 3);"],
                "goto": [f"if (bits({acc}) % 2u) goto {n};", f"change({acc});", f"{n}:;"],
                "while": [f"int {n} = {self.tid} % 3;", f"while ({n}-- > 0) {{", f"if (bits({acc}) % 8u == 0) break;",
                          f"change({acc});", "}"],
                "nested": [f"for (int {n} = 0; {n} < 3; ++{n}) {{", f"if ({n} == {self.tid} % 3) continue;",
                           f"for (int {n}Too = {n}; {n}Too < 2; ++{n}Too)", f"change({acc});", "}"]}[self.way]


@construct
class Types(Construct):
    """Types, usings, enumerators and constants declared in the body."""

    key, chance = "types", 0.06

    def choose(self):
        self.way = self.pick("way", ["using", "typedef", "struct", "enum", "constexpr", "static_assert"])
        self.place = self.pick("place", ["first", "head", "tail"], [4, 1, 1])

    def at(self, place):
        if place != self.place:
            return []
        return {"using": [f"using {self.n} = unsigned;"], "typedef": [f"typedef unsigned {self.n};"],
                "struct": [f"struct {self.n} {{", "unsigned value;",
                           f"__device__ {self.n}(unsigned v) : value(v) {{}}",
                           "__device__ operator unsigned() const { return value; }", "};"],
                "enum": [f"enum : unsigned {{ {self.n} = 5 }};"],
                "constexpr": [f"constexpr unsigned {self.n} = 3;"],
                "static_assert": ['static_assert(sizeof(int) == 4, "int");',
                                  f"using {self.n} = unsigned;"]}[self.way]

    def head(self): return self.at("head")
    def tail(self): return self.at("tail")
    def first(self): return self.at("first")

    def last(self):
        return [self.add(self.n if self.way in ("enum", "constexpr") else f"{self.n}({self.tid} % 5u)")]


@construct
class Atomics(Construct):
    """Atomics on shared memory."""

    key, chance = "atomics", 0.03

    def choose(self):
        self.place = self.pick("place", ["compute", "load"], [4, 1])
        self.way = self.pick("way", ["atomicAdd(&{n}[{tid} % 8], 1u + {tid} % 3);", "atomicMax(&{n}[{tid} % 8], "
                             "{tid} * 3u);", "atomicXor(&{n}[{tid} % 8], 1u << ({tid} % 32));"])

    def lines(self):
        return [self.way.replace("{n}", self.n).replace("{tid}", self.tid)]

    def top(self):
        return [f"__shared__ unsigned {self.n}[8];"]

    def before(self):
        return ["__syncthreads();", f"if ({self.tid} < 8) {self.n}[{self.tid}] = 0;", "__syncthreads();"]

    def head(self): return self.lines() if self.place == "load" else []
    def last(self): return self.lines() if self.place == "compute" else []

    def after(self):
        return ["__syncthreads();", self.add(f"{self.n}[{self.tid} % 8] % 64u")]
