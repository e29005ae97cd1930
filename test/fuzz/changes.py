"""Ways in which C++ changes a variable under another name, and other spellings of a change.

Each way gives statements that replace the value of a variable by another one. It
is asked for the variable `v` (an lvalue), its type, a suffix that makes its names
unique, and the thread's number. Ways may stand in the loads, where v is what was
read, and in the computation, where v is a sum.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

WAYS = {}
INTEGERS = ("int", "unsigned")




def simple(name, *lines, weight=2, types=None):
    """A way that is text alone, {v}, {t}, {n} and {tid} filled in."""
    def build(v, t, n, tid):
        return [line.replace("{v}", v).replace("{t}", t).replace("{n}", n).replace("{tid}", tid)
                for line in lines]
    WAYS[name] = build, weight, types


# References and pointers.
simple("assignment", "{v} = nudge({v});")
simple("reference argument", "change({v});", weight=4)
simple("pointer argument", "changeAt(&{v});", weight=3)
simple("reference", "{t} &r{n} = {v};", "r{n} = nudge(r{n});", weight=4)
simple("auto reference", "auto &r{n} = {v};", "change(r{n});")
simple("rvalue reference", "{t} &&r{n} = static_cast<{t} &&>({v});", "r{n} = nudge(r{n});")
simple("pointer", "{t} *p{n} = &{v};", "*p{n} = nudge(*p{n});", weight=4)
simple("pointer to pointer", "{t} *p{n} = &{v}, **pp{n} = &p{n};", "**pp{n} = nudge({v});")
simple("dereferenced address", "*&{v} = nudge({v});")
simple("cast reference", "static_cast<{t} &>({v}) = nudge({v});")
simple("const cast", "const {t} &c{n} = {v};", "const_cast<{t} &>(c{n}) = nudge({v});")
simple("conditional lvalue", "{t} w{n} = {v};", "({tid} % 2 ? {v} : w{n}) = nudge({v});")
simple("conditional pointer", "{t} w{n} = {v};", "{t} *p{n} = {tid} % 2 ? &w{n} : &{v};",
       "*p{n} = nudge({v});")
simple("swap", "{t} w{n} = nudge({v});", "exchange({v}, w{n});", weight=4)
simple("swap back", "{t} w{n} = {v};", "exchange(w{n}, {v});", "{v} = nudge(w{n});")
simple("comma", "{v} = (change({v}), {v});")
simple("logical and", "if ({tid} % 2 == 1 && (change({v}), true))", "change({v});")
simple("array of one", "{t} all{n}[1] = {{v}};", "change(all{n}[0]);", "{v} = all{n}[0];")
simple("reference to element", "{t} all{n}[2] = {{v}, {v}};", "{t} &r{n} = all{n}[1];",
       "r{n} = nudge(r{n});", "{v} = all{n}[1];")
simple("pointers swapped", "{t} w{n} = nudge({v});", "{t} *p{n} = &{v}, *q{n} = &w{n};",
       "exchange(p{n}, q{n});", "*q{n} = *p{n};")

# Declarations.
simple("second declarator", "{t} old{n} = {v}, new{n} = changed({v});", weight=3)
simple("later declarators", "{t} a{n} = changed({v}), b{n} = nudge(a{n}), *p{n} = &(({v} = b{n}));")
simple("binding of struct", "Two<{t}> two{n}{{v}, {v}};", "auto &[a{n}, b{n}] = two{n};",
       "a{n} = nudge(b{n});", "{v} = two{n}.a;", weight=3)
simple("binding of array", "{t} two{n}[2] = {{v}, {v}};", "auto &[a{n}, b{n}] = two{n};",
       "b{n} = nudge(a{n});", "{v} = two{n}[1];", weight=3)
simple("binding by value", "auto [a{n}, b{n}] = Two<{t}>{{v}, {v}};", "b{n} = nudge(a{n});",
       "{v} = b{n};", weight=3)
simple("binding of reference member", "Ref<{t}> ref{n}{{v}};", "auto &[a{n}] = ref{n};",
       "a{n} = nudge(a{n});")
simple("type alias", "using Value{n} = {t};", "Value{n} w{n} = nudge({v});", "{v} = w{n};")
simple("typedef", "typedef {t} Value{n};", "const Value{n} w{n} = {v};", "{v} = nudge(w{n});")
simple("local struct", "struct Local{n} {", "{t} value;", "};", "Local{n} l{n}{{v}};",
       "l{n}.value = nudge(l{n}.value);", "{v} = l{n}.value;")
simple("decltype", "decltype(nudge({v})) w{n} = nudge({v});", "{v} = w{n};")
simple("shadowed block", "{", "{t} w{n} = {v};", "{", "{t} w{n}2 = w{n};", "w{n} = nudge(w{n}2);", "}",
       "{v} = w{n};", "}")

# User types.
simple("increment operator", "Boxed<{t}> box{n}({v});", "++box{n};", "{v} = box{n};", weight=3)
simple("compound operator", "Boxed<{t}> box{n}({v});", "box{n} += 2;", "{v} = box{n};")
simple("product operator", "const Boxed<{t}> box{n}({v});", "{v} = box{n} * box{n};")
simple("subscript operator", "Row<{t}> row{n}{{{v}, {v}}};", "row{n}[1] = nudge(row{n}[0]);",
       "{v} = row{n}[1];", weight=3)
simple("arrow operator", "Boxed<{t}> box{n}({v});", "Handle<Boxed<{t}>> at{n}{&box{n}};",
       "at{n}->step();", "{v} = at{n}->value;")
simple("dereference operator", "Handle<{t}> at{n}{&{v}};", "*at{n} = nudge(*at{n});", weight=3)
simple("call operator", "Nudger<{t}> nudger{n};", "{v} = nudger{n}({v});", "{v} = nudger{n}({v});")
simple("destructor", "{", "OnExit<{t}> exit{n}({v});", "}", weight=3)
simple("temporary", "OnExit<{t}>{{v}};")
simple("reference member", "Ref<{t}> ref{n}{{v}};", "ref{n}.value = nudge(ref{n}.value);", weight=3)
simple("const reference member", "View<{t}> view{n}{{v}};", "{v} = nudge(view{n}.value);")
simple("member function", "Boxed<{t}> box{n}({v});", "box{n}.step();", "{v} = box{n}.value;", weight=3)
simple("const member function", "const Boxed<{t}> box{n}({v});", "{v} = box{n}.get();")
simple("placement", "Two<{t}> two{n}[2] = {{{v}, {v}}, {{v}, {v}}};", "change(two{n}[1].a);",
       "{v} = two{n}[1].a;")
simple("member pointer", "Two<{t}> two{n}{{v}, {v}};", "{t} Two<{t}>::*at{n} = &Two<{t}>::b;",
       "two{n}.*at{n} = nudge(two{n}.a);", "{v} = two{n}.b;", weight=1)

# Lambdas.
simple("lambda by reference", "auto f{n} = [&] { {v} = nudge({v}); };", "f{n}();", weight=4)
simple("lambda by named reference", "auto f{n} = [&w{n} = {v}] { change(w{n}); };", "f{n}();")
simple("lambda by value", "auto f{n} = [w{n} = {v}] { return nudge(w{n}); };", "{v} = f{n}();")
simple("mutable lambda", "auto f{n} = [w{n} = {v}]() mutable { return w{n} = nudge(w{n}); };",
       "{v} = f{n}();", "{v} = f{n}();", weight=3)
simple("generic lambda", "auto f{n} = [](auto &x) { x = nudge(x); };", "f{n}({v});", weight=3)
simple("lambda at once", "[&] { change({v}); }();")

# Functions.
simple("template argument", "{v} = shifted<3>({v});")
simple("helper chain", "{v} = first({v});", weight=3)
simple("default argument", "{v} = times({v});")
simple("out argument", "second(&{v}, nudge({v}));")
simple("macro statement", "CHANGE({v});")
simple("macro expression", "{v} = NUDGED({v});")
simple("macro assignment", "SET_TO({v}, NUDGED({v}));")
simple("macro without parentheses", "if ({tid} % 2)", "ON_THE_WAY({v});")

# Control.
simple("switch", "switch ({tid} & 3) {", "case 0: {v} = nudge({v}); break;",
       "case 1: case 2: change({v});", "default: break;", "}")
simple("else if", "if ({tid} % 3 == 0) {v} = nudge({v});",
       "else if ({tid} % 3 == 1) change({v});", "else changeAt(&{v});")
simple("small loop", "for (int q{n} = 0; q{n} < 2; ++q{n}) change({v});")
simple("do loop", "int q{n} = 0;", "do {", "change({v});", "} while (++q{n} < 2);")
simple("goto", "if ({tid} % 4 == 1) goto over{n};", "change({v});", "over{n}:;", weight=1)
simple("if with init", "if ({t} w{n} = nudge({v}); {tid} % 2 == 0)", "{v} = w{n};")
simple("two-variable loop", "for (int i{n} = 0, j{n} = 3; i{n} < j{n}; ++i{n}, --j{n})", "change({v});")

# Parts of a word.
simple("bit-field", "struct {", "unsigned low : 12;", "unsigned high : 20;", "} f{n};",
       "f{n}.low = (unsigned){v};", "f{n}.low += 3;", "{v} = ({t})({v} + ({t})(f{n}.low % 7));",
       types=INTEGERS)
simple("union of unsigned", "union {", "{t} value;", "unsigned char byte[4];", "} u{n};",
       "u{n}.value = {v};", "u{n}.byte[0] ^= 5;", "{v} = u{n}.value;", types=INTEGERS)
simple("union of float", "union {", "float value;", "unsigned word;", "} u{n};",
       "u{n}.value = {v};", "u{n}.word ^= 3u;", "{v} = u{n}.value;", types=("float",))

# Assembly.
simple("asm add", 'asm("add.u32 %0, %0, 1;" : "+r"({v}));', types=INTEGERS, weight=3)
simple("asm volatile mad", 'asm volatile("mad.lo.u32 %0, %1, 3, 1;" : "=r"({v}) : "r"({v}));',
       types=INTEGERS, weight=3)
simple("asm memory", 'asm volatile("xor.b32 %0, %0, 5;" : "+r"({v}) : : "memory");', types=INTEGERS)
simple("asm float", 'asm("add.rn.f32 %0, %0, %1;" : "+f"({v}) : "f"(1.0f));', types=("float",), weight=3)
simple("asm convert", "int i{n};", 'asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(i{n}) : "f"({v} * 0.001f));',
       "{v} = {v} + (float)(i{n} % 3);", types=("float",))
simple("asm double", 'asm("add.rn.f64 %0, %0, %1;" : "+d"({v}) : "d"(1.0));', types=("double",), weight=3)


def fitting(kind):
    """Names and weights of the ways for a type."""
    names = [name for name, (_, _, types) in WAYS.items() if types is None or kind in types]
    return names, [WAYS[name][1] for name in names]


def lines(name, v, kind, suffix, tid):
    return WAYS[name][0](v, kind, suffix, tid)
