"""What the host gives to a kernel: launches in the program, and arguments for pipeline-fuzz-run.

A parameter is described by one of

    ("in", TYPE, COUNT)      an array of random values
    ("out", TYPE, COUNT)     an array of zeros
    ("indices", COUNT)       as many indices below it
    ("value", TYPE, VALUE)   a number
    ("same",)                the array that was given last
    ("pointers", COUNT)      pointers to elements of the array that was given last
    ("late", COUNT, PART)    words that another block publishes by the flags before
    ("struct", NAME, (...))  members, each one of these

COUNT and VALUE are C++ expressions in K.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import re

SIZES = {"float": 4, "double": 8, "int": 4, "unsigned": 4, "long long": 8, "short": 2, "unsigned char": 1,
         "unsigned short": 2, "float2": 8, "float4": 16, "int4": 16, "Pair": 8, "bool": 1, "size_t": 8}


def value(expression, K):
    return int(eval(expression.replace("/", "//"), {"K": K}))


def tokens(given, K):
    """The argument for pipeline-fuzz-run."""
    kind, *rest = given
    if kind == "in":
        return [f"in:{rest[0]}:{value(rest[1], K)}"]
    if kind == "out":
        return [f"out:{value(rest[1], K) * SIZES[rest[0]]}"]
    if kind == "indices":
        return [f"idx:{value(rest[0], K)}"]
    if kind == "same":
        return ["same"]
    if kind == "late":
        return [f"late:{value(rest[0], K)}:{rest[1]}"]
    if kind == "pointers":
        return [f"ptrs:{value(rest[0], K)}"]
    if kind == "struct":
        return [f"(:{len(rest[1])}", *[token for member in rest[1] for token in tokens(member, K)]]
    return [f"i{SIZES[rest[0]]}:{value(rest[1], K)}"]


def demangled(name):
    return re.sub(r"\bunsigned\b(?! (char|short|int|long))", "unsigned int", name)


def cases(kernel, seed):
    """The lines of pipeline-fuzz-run for a kernel; a label is KERNEL.INSTANCE/K."""
    lines = []
    for number, (instance, _, grid, block, dynamic, depths, parameters) in enumerate(kernel.launches()):
        for K in depths:
            words = [f"{kernel.name}.{number}/{K}", demangled(kernel.name + instance), grid, 1, *block, dynamic, seed * 1000003 + K]
            for _, given in parameters:
                words += tokens(given, K)
            lines.append("\t".join(map(str, words)))
    return lines


def launch_function(kernel):
    """A host function with the kernel's launches, whose arguments come from somewhere."""
    lines = [f"void launch_{kernel.name}(void *const *p, const long long *n) {{"]
    for instance, types, grid, block, dynamic, _, parameters in kernel.launches():
        arguments = []
        for index, (declaration, given) in enumerate(parameters):
            kind = re.sub(r"\w+$", "", declaration.replace("__restrict__ ", "")).strip()
            for name, meaning in types.items():
                kind = re.sub(rf"\b{name}\b", meaning, kind)
            arguments.append(f"*(const {kind} *)p[{index}]" if given[0] == "struct" else
                             f"({kind})p[{index}]" if kind.endswith("*") else f"({kind})n[{index}]")
        shared = f", {dynamic}" if dynamic else ""
        lines.append(f"{kernel.name}{instance}<<<{grid}, dim3({block[0]}, {block[1]}){shared}>>>"
                     f"({', '.join(arguments)});")
    return [*lines, "}"]
