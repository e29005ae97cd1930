#!/usr/bin/env python3
"""Fits what predicts the time of a form, and says how good it is.

  fit_time.py             the cross-validated figures, one repository left out at a time
  fit_time.py --margins   the same for other margins of doubt, and for what is known without a
                          compiler
  fit_time.py FILE.def    writes the trees, fitted to all rows

Reads candidates-h200.tsv beside it; README.md there says what its columns are. The facts that
the trees ask for are those of Features in lib/Validate/PredictTime.cpp, in the same order: change
both or none. Needs scikit-learn (Debian: python3-sklearn).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import math
import sys
from pathlib import Path

import numpy
from sklearn.ensemble import GradientBoostingRegressor

DATA = Path(__file__).with_name("candidates-h200.tsv")
DEPTH = 3
DOUBT = 0.04
MARGINS = 0, 0.04, 0.08, 0.12, 0.15, 0.2
# What only a compiler knows.
COMPILED = {"Registers", "RegistersMore", "RegistersAll", "SpillsMore", "SpillsLess", "StackMore", "Code"}
RATE = 0.08
# Each sees part of the rows: their mean is steadier than one of them.
ENSEMBLES = 5
# One author's: a kernel of one must not vouch for its twin in the other.
SAME = {"xlite-dev/LeetCUDA": "xlite-dev/HGEMM"}
LDG, SINGLE, CPASYNC, MIXED = range(4)


def rows():
    lines = [line.split("\t") for line in DATA.read_text().splitlines()]
    words = lines[0][:8]
    for line in lines[1:]:
        yield {key: value if key in words else float(value) for key, value in zip(lines[0], line)}


def log_ratio(now, then):
    return math.log(now / then) if now > 0 and then > 0 else 0.0


def growth(now, then):
    return math.log1p(max(0, now - then) / 16)


def features(row):
    """By name. Sizes are compared by logarithms: a ratio is what counts."""
    is_async, tensor = row["copies"] >= CPASYNC, row["tensorCores"]
    warps = row["blocks0"] * row["warps"]
    change = log_ratio(row["blocks1"], row["blocks0"]) if row["warps"] else 0.0
    return {
        "Async": is_async,
        "Ldg": row["copies"] == LDG,
        "Single": row["copies"] == SINGLE,
        "Mixed": row["copies"] == MIXED,
        "Narrow": is_async and 0 < row["copyBytes"] < 16,
        "Peeled": row["shape"],
        "Deep": row["stages"] >= 3,
        "Deepest": row["stages"] >= 4,
        "Tensor": tensor,
        "TensorAsync": tensor * is_async,
        "TensorLdg": tensor * (not is_async),
        "WarpsChange": change,
        "WarpsChangeAsync": change * is_async,
        "WarpsLost": min(0.0, change),
        "Warps": math.log(max(warps, 1) / 16),
        "Registers": row["regs0"] / 128,
        "RegistersMore": (row["regs1"] - row["regs0"]) / 64,
        "RegistersAll": row["regs1"] >= 254,
        "SpillsMore": growth(row["spill1"], row["spill0"]),
        "SpillsLess": growth(row["spill0"], row["spill1"]),
        "StackMore": growth(row["stack1"], row["stack0"]),
        "Code": log_ratio(row["code1"], row["code0"]),
        "Work": math.log1p(row["operations"] * max(warps, 1) / 4),
        "Bytes": math.log1p(row["bytesLoaded"]),
        "Intensity": math.log1p(row["operations"] / max(1, row["bytesLoaded"])),
    }


def is_costly(row):
    """The rules in front of the trees: isCostly() in lib/Validate/PredictTime.cpp."""
    loses = row["blocks1"] < row["blocks0"]
    through_registers = row["copies"] < CPASYNC
    narrow = not through_registers and 0 < row["copyBytes"] < 16
    longer = (through_registers and row["unrolled0"] and row["unrolled1"]
              and row["instr1"] > 1.5 * row["instr0"])
    return (row["spill1"] > row["spill0"] or row["stack1"] > row["stack0"] or longer
            or loses and (through_registers or narrow))


def source_features(row):
    """Those of the source: blocks as shared memory and threads allow."""
    known = features({**row, "blocks0": row["blocksByShared0"], "blocks1": row["blocksByShared1"]})
    return {name: value for name, value in known.items() if name not in COMPILED}


def is_costly_by_source(row):
    return row["copies"] < CPASYNC and row["blocksByShared1"] < row["blocksByShared0"]


class Model:
    """What gradient-boosted trees make of the rows."""

    def __init__(self, table, features=features):
        self.names = list(features(table[0]))
        self.x = numpy.array([[float(value) for value in features(row).values()] for row in table])
        # One kernel that gains three times as much must not rule the rest.
        self.y = numpy.clip([math.log(row["ratio"]) for row in table], -0.7, 0.5)
        self.group = numpy.array([SAME.get(row["repository"], row["repository"]) for row in table])
        of_kernel = collections.Counter(map(kernel, table))
        of_group = collections.Counter(self.group)
        self.weight = numpy.array([1 / math.sqrt(of_kernel[kernel(row)] * of_group[group])
                                   for row, group in zip(table, self.group)])

    def fit(self, chosen):
        """Some ensembles, whose mean is the prediction."""
        return [GradientBoostingRegressor(n_estimators=60, max_depth=DEPTH, learning_rate=RATE,
                                          min_samples_leaf=6, subsample=0.6, max_features=0.4,
                                          random_state=seed)
                .fit(self.x[chosen], self.y[chosen], sample_weight=self.weight[chosen])
                for seed in range(ENSEMBLES)]

    def predict(self, ensembles, chosen):
        return numpy.mean([each.predict(self.x[chosen]) for each in ensembles], axis=0)

    def cross_validated(self):
        predicted = numpy.zeros(len(self.y))
        for group in sorted(set(self.group)):
            left_out = self.group == group
            predicted[left_out] = self.predict(self.fit(~left_out), left_out)
        return numpy.exp(predicted)


def kernel(row):
    return row["program"], row["symbol"], row["blocks"], row["threads"]


def mean_ratio(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def forms_of_kernels(table, predicted, is_costly):
    by_kernel = collections.defaultdict(list)
    for row, ratio in zip(table, predicted):
        by_kernel[kernel(row)].append((1.05 if is_costly(row) else ratio, row))
    return by_kernel


def report_margins(table, predicted, is_costly):
    kernels = forms_of_kernels(table, predicted, is_costly)
    for margin in MARGINS:
        chosen = [min(forms, key=lambda form: form[0]) for forms in kernels.values()]
        got = [row["ratio"] if ratio + margin < 1 else 1.0 for ratio, row in chosen]
        print(f"  margin {margin:.2f}: written {sum(ratio != 1 for ratio in got)} of {len(got)}, slower by more "
              f"than 1 %: {sum(ratio > 1.01 for ratio in got)}, worst {max(got):.2f}, mean {mean_ratio(got):.3f}")


def report(table, predicted):
    by_kernel = forms_of_kernels(table, predicted, is_costly)
    best, got, regret, error, worst = [], [], [], [], []
    for forms in by_kernel.values():
        ratio, row = min(forms, key=lambda form: form[0])
        written = ratio + DOUBT < 1
        best.append(min(1.0, *(form["ratio"] for _, form in forms)))
        got.append(row["ratio"] if written else 1.0)
        regret.append(got[-1] / best[-1] - 1)
        if written:
            error.append(abs(ratio - row["ratio"]))
        worst.append((regret[-1], row["program"], row["kernel"], row["form"], ratio, got[-1], best[-1]))
    print(f"{len(table)} forms of {len(got)} kernels, one repository left out at a time")
    print(f"written {sum(ratio != 1 for ratio in got)}, slower by more than 1 %: "
          f"{sum(ratio > 1.01 for ratio in got)}")
    print(f"mean ratio {mean_ratio(got):.3f}, of the best form {mean_ratio(best):.3f}")
    print(f"regret: median {numpy.median(regret):.3f}, mean {numpy.mean(regret):.3f}; "
          f"error of what is written: median {numpy.median(error):.3f}")
    for line in sorted(worst, reverse=True)[:10]:
        print("  {:.3f} {} {}: {}, predicted {:.3f}, is {:.3f}, best {:.3f}".format(*line))


def nodes(tree, names):
    """The tests of a whole tree of this depth, in the order of a heap, and its leaves."""
    tests, leaves = [None] * (2 ** DEPTH - 1), []

    def walk(node, place, depth):
        if depth == DEPTH:
            leaves.append(tree.value[node][0][0])
            return
        is_leaf = tree.children_left[node] < 0
        tests[place] = (names[0], math.inf) if is_leaf else (names[tree.feature[node]],
                                                             tree.threshold[node])
        walk(node if is_leaf else tree.children_left[node], 2 * place + 1, depth + 1)
        walk(node if is_leaf else tree.children_right[node], 2 * place + 2, depth + 1)

    walk(0, 0, 0)
    return tests, leaves


def write(model, target):
    ensembles = model.fit(numpy.ones(len(model.y), bool))
    start = numpy.mean([each.init_.constant_[0][0] for each in ensembles])
    lines = ["// Made by docs/data/fit_time.py from docs/data/candidates-h200.tsv; not edited by hand.",
             "// TREE: seven tests, each the right half's of its node if it is above, then eight leaves.",
             f"START({start:.9g})"]
    for (tree,) in [tree for each in ensembles for tree in each.estimators_]:
        tests, leaves = nodes(tree.tree_, model.names)
        text = [f"{name}, {'INFINITY' if math.isinf(bound) else f'{bound:.9g}'}" for name, bound in tests]
        text += [f"{RATE / ENSEMBLES * leaf:.4g}" for leaf in leaves]
        lines.append(f"TREE({', '.join(text)})")
    Path(target).write_text("\n".join(lines) + "\n")


def main():
    table = list(rows())
    model = Model(table)
    if sys.argv[1:] == ["--margins"]:
        print("with what nvcc says:")
        report_margins(table, model.cross_validated(), is_costly)
        print("by the source alone:")
        report_margins(table, Model(table, source_features).cross_validated(), is_costly_by_source)
    elif len(sys.argv) > 1:
        write(model, sys.argv[1])
    else:
        report(table, model.cross_validated())


if __name__ == "__main__":
    main()
