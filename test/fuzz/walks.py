"""How the variable that walks over the tiles is declared, named and moved on."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from dataclasses import dataclass, field

# Declarations, the name in the loads, the update; {t} is the type, {s} the step.
PLAIN = "{t} k0 = 0;"
WALKS = {
    "plain": ([PLAIN], "k0", "k0 += {s}"),
    "reference": ([PLAIN, "{t} &kRef = k0;"], "kRef", "k0 += {s}"),
    "updated reference": ([PLAIN, "{t} &kRef = k0;"], "k0", "kRef += {s}"),
    "const reference": ([PLAIN, "const {t} &kRef = k0;"], "kRef", "k0 += {s}"),
    "pointer": ([PLAIN, "const {t} *kAt = &k0;"], "(*kAt)", "k0 += {s}"),
    "updated pointer": ([PLAIN, "{t} *kAt = &k0;"], "k0", "*kAt += {s}"),
    "pointer to pointer": ([PLAIN, "{t} *kAt = &k0, **kAtAt = &kAt;"], "k0", "**kAtAt += {s}"),
    "reference member": ([PLAIN, "Ref<{t}> kIn{k0};"], "kIn.value", "k0 += {s}"),
    "updated member": ([PLAIN, "Ref<{t}> kIn{k0};"], "k0", "kIn.value += {s}"),
    "view member": ([PLAIN, "View<{t}> kIn{k0};"], "kIn.value", "k0 += {s}"),
    "handle": ([PLAIN, "Handle<{t}> kIn{&k0};"], "(*kIn)", "k0 += {s}"),
    "lambda": ([PLAIN, "auto kNow = [&] { return k0; };"], "kNow()", "k0 += {s}"),
    "updating lambda": ([PLAIN, "auto kStep = [&]({t} by) { return k0 += by; };"], "k0", "kStep({s})"),
    "dereferenced address": ([PLAIN], "k0", "*&k0 += {s}"),
    "binding": (["Two<{t}> kTwo{0, {s}};", "auto &[k0, kBy] = kTwo;"], "k0", "k0 += kBy"),
    "bound struct": (["Two<{t}> kTwo{0, {s}};", "auto &[k0, kBy] = kTwo;"], "kTwo.a", "k0 += kBy"),
    "binding by value": (["auto [k0, kBy] = Two<{t}>{0, {s}};"], "k0", "k0 += kBy"),
    "binding of array": (["{t} kTwo[2] = {0, {s}};", "auto &[k0, kBy] = kTwo;"], "k0", "k0 += kBy"),
    "element": (["{t} kTwo[2] = {0, {s}};", "{t} &k0 = kTwo[0];"], "k0", "kTwo[0] += kTwo[1]"),
    "object": (["Walk<{t}> k0(0);"], "k0", "k0 += {s}"),
    "reference argument": ([PLAIN], "k0", "moveOn<{t}>(k0, {s})"),
    "pointer argument": ([PLAIN], "k0", "moveOnAt<{t}>(&k0, {s})"),
    "asm": ([PLAIN], "k0", 'asm("add.s32 %0, %0, %1;" : "+r"(k0) : "r"({s}))'),
}
STATEMENTS = ("reference argument", "pointer argument", "asm")  # give no value


@dataclass
class Walking:
    way: str = "plain"

    @property
    def name(self):
        return WALKS[self.way][1]

    def declared(self, kind, step):
        return [self.fill(line, kind, step) for line in WALKS[self.way][0]]

    def update(self, step):
        return self.fill(WALKS[self.way][2], self.kind, step)

    kind: str = "int"

    @staticmethod
    def fill(line, kind, step):
        return line.replace("{t}", kind).replace("{s}", str(step))


def choose(loop):
    if loop.form not in ("while", "body-step", "declared-before", "do", "do-step"):
        return Walking()
    ways = [way for way in WALKS if not (way in STATEMENTS and loop.form == "do-step")
            and not (way == "asm" and (loop.type not in ("int", "unsigned") or loop.form == "declared-before"))]
    return Walking(loop.k.c.pick(loop.key + "x.walk", ways, [70] + [1] * (len(ways) - 1)), loop.type)


@dataclass
class Start:
    value: str = "0"
    before: list = field(default_factory=list)
    left: list = field(default_factory=list)


def choose_start(loop):
    """The value that a for loop begins with, which may come with an effect."""
    if loop.form != "for":
        return Start()
    way = loop.k.c.pick(loop.key + "x.start", ["0", "starts++", "begun(starts)", "(starts += 2, 0)", "0 * ++starts"],
                        [60, 1, 1, 1, 1])
    if way == "0":
        return Start()
    if loop.type != "int" and way == "begun(starts)":
        way = f"({loop.type})begun(starts)"
    return Start(way, ["int starts = 0;"], ["starts"])
