"""Profiles: what a batch is to contain, by the names of decisions.

A batch of a profile finds what random weights find seldom. A profile maps names of
decisions to the option that they take wherever there is a choice, or to a list of
options to draw from; decisions that it does not name stay random. No profile has any
construct of C++ but those that it names.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import memory  # noqa: F401: brings its constructs
import names  # noqa: F401
import twins  # noqa: F401
from constructs import ALL
from elements import FLOAT, INT, UINT

BASE = {"symbolic": False, "second": "", "x.walk": "plain", "x.start": "0", "wrap.loads": "", "wrap.sums": "",
        **{f"x.{cls.key}": False for cls in ALL},
        **{f"{n}.{name}": option for n in range(3)
           for name, option in (("change", False), ("either", False), ("branches", ""), ("index", "int"))}}
# Loops that are left early, and barriers to be added, are refused for other reasons.
CALM = {"c.exit": "", "lacking": "none", "top": False, "form": ["for", "tile", "while"]}
WHILE = {"form": ["while", "body-step", "declared-before"], "update": "end"}


def change(*ways):
    return {"0.change": True, "0.way": list(ways), "0.guard": ["ternary", "value", "ifonly"]}


def feed(*ways):
    return {"x.feed": True, "x.feed.way": list(ways), "x.feed.distinct": False, "x.feed.restrict": True, "restrict": True}


def held(*ways):
    return {"x.held": True, "x.held.way": list(ways), "x.held.place": "both", "restrict": True, "template": "",
            "tiles": 1, "0.variable": True, "0.element": [FLOAT, INT, UINT], "0.converts": False, "0.indirect": False,
            "c.trace": False, "c.atomic": False}


def twins_of(*ways):
    return {"x.twins": True, "x.twins.way": list(ways), "x.twins.restrict": True, "restrict": True}


def notes(place):
    return {"x.notes": True, "x.notes.way": ["asm volatile", "asm function", "ldmatrix"], "x.notes.place": place}


def branches(*ways):
    return {"0.branches": list(ways), "tiles": [1, 2], "ragged": False, "0.guardrow": False, "0.vector": False, "0.ldg": False}


PROFILES = {"plain": {**BASE, "symbolic": [False, False, False, True]}}
# Refused without --assume-tiles-exist.
PROFILES["left-early"] = {**BASE, "c.exit": ["break", "vote", "vote-break", "uniform", "uniform-first", "break-end",
                                             "vote-end", "uniform-late"]}
PROFILES.update({name: {**BASE, **CALM, **options} for name, options in {
    "calm": {},
    # With a test in front of the loop.
    "unpromised": {"c.trace": True, "c.trace.apart": True, "restrict": False},
    "second-declarator": twins_of("step of another", "change of another"),
    "swap": twins_of("swap", "lambda by reference", "struct"),
    "other-name": twins_of("shadow", "reference argument", "reference", "pointer", "conditional lvalue"),
    "changed-values": change("reference argument", "reference", "pointer argument", "rvalue reference", "swap",
                             "second declarator", "destructor", "lambda by reference", "binding of struct"),
    "reference-member": {**WHILE, "x.walk": ["reference member", "view member", "handle"]},
    "binding": {**WHILE, "x.walk": ["binding", "bound struct", "binding by value", "binding of array"]},
    "branches": branches("half of else", "nested", "one side"),
    "branch-chains": branches("chain", "switch", "else if"),
    "asm-late": notes("late"),
    "asm-after": notes("after"),
    "asm-front": notes("front"),
    "mutable-lambda": {"x.state": True, "x.state.way": ["mutable lambda", "copy of lambda"], "x.state.place": "both"},
    "start": {"form": "for", "x.start": ["starts++", "begun(starts)", "(starts += 2, 0)", "0 * ++starts"]},
    "pointer-by-reference": feed("reference argument", "swap", "lambda"),
    "pointer-by-pointer": feed("pointer to pointer", "asm", "reference", "dereferenced address", "conditional"),
    "held-pointer": held("pointer variable", "pointer array", "constant structs"),
    "default-argument": held("default argument", "default member"),
    "block-sum": {"x.blocksum": True, "x.blocksum.place": "both", "x.blocksum.way": "function", "restrict": True},
    "dynamic-size": {"x.dynsize": True, "0.layout": "1d", "1.layout": "1d", "2.layout": "1d", "0.dynamic": True,
                     "1.dynamic": True, "2.dynamic": True},
    "acquire": {"x.waits": True, "x.waits.way": ["acquire", "acquire once", "of one thread"], "restrict": True},
    "conditional-source": {"x.tables": True, "x.tables.way": "{t} % 2 ? {P}[{i}] : {Q}[{i}]"},
}.items()})


# Of ten files in a long run six have all constructs at their own weights ("general", no
# profile), three are plain, and one has some class of mistakes that was once made: most of
# these are refused now.
CLASSES = [name for name in PROFILES if name not in ("plain", "calm", "unpromised")]
MIX = {"general": 6, "plain": 3, **{name: 1 / len(CLASSES) for name in CLASSES}}


def draw_profile(name, draw):
    """The profile of the next file."""
    return draw.choices(list(MIX), list(MIX.values()))[0] if name == "mix" else name


def profile(name):
    return PROFILES.get(name)
