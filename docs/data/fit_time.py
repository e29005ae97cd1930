#!/usr/bin/env python3
"""Fits what predicts the time of a form, and says how good it is.

  fit_time.py             the cross-validated figures, a tenth of the repositories left out at a time
  fit_time.py --few-warps the rule for launches that leave few warps to an SM, beside the choice without it
  fit_time.py FILE.def    writes the trees, fitted to all rows

Reads the tables of DATA beside it; README.md there says what their columns are.
The facts that the trees ask for are those of Feature in lib/Validate/Sass/TimeTrees.cpp, in the same
order, and the rules in front of them are whyNoCandidate() in PredictTime.cpp: change both or none. Needs
scikit-learn (Debian: python3-sklearn).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import hashlib
import math
import sys
from pathlib import Path

import numpy
from sklearn.ensemble import GradientBoostingRegressor

DATA = [Path(__file__).with_name(name) for name in (
    "candidates-h200.tsv", "tiled-h200.tsv", "more-h100.tsv", "unseen-h100.tsv", "later-h100.tsv", "ways-h200.tsv")]
DEPTH = 3
# Of five forms like it, four take no more than the second ensembles say: MOST; with MARGIN it must be below 1.
MOST, MARGIN = 0.8, 0.01
# What is added where the instructions of the original's loop were not seen, but for tensor cores; for
# narrow copies and two buffers through registers; where blocks are lost for little; for each of doubts().
MARGIN_UNSEEN, MARGIN_NARROW, MARGIN_LDG, MARGIN_BLOCKS, MARGIN_DOUBT = 0.01, 0.03, 0.05, 0.03, 0.02
MOST_BY_LAUNCH = 0.03  # so much less a form may take at most for the blocks of a launch than for all that fit
FOLDS = 10  # parts of the repositories, of which one at a time is left out
# Of a model of a multiprocessor: cycles until a load is there, bytes that it gets in a cycle, cycles for
# which a matrix instruction keeps its scheduler.
LATENCY, BYTES_OF_CYCLE, ISSUE_OF_MATRICES = 700, 30, 4
MULTIPROCESSORS = 132  # of the GPUs of the data
RATE = 0.08
ENSEMBLES = 4  # each sees part of the rows: their mean is steadier than one of them
# One author's: a kernel of one must not vouch for its twin in the other.
TURING = "yzhaiustc/Optimizing-SGEMM-on-NVIDIA-Turing-GPUs"
SAME = {"xlite-dev/LeetCUDA": "xlite-dev/HGEMM", "tiled_stream2": "tiled_stream", "tiled_mmw": "tiled_mm",
        "ways_padded": "ways_half_and_int", "ways_words": "ways_half_and_int", "ways_bodies": "ways_particles",
        "ways_distances": "ways_particles", "ways_planes": "ways_stencils", "ways_taps": "ways_stencils",
        "ways_scores": "ways_attention", "ways_sumsOfTiles": "ways_reductions", "ways_blocksOfRow": "ways_sparse",
        **dict.fromkeys(("ways_edges", "ways_batches", "ways_productOfColumns", "ways_vectorInTiles"), "ways_float_products"),
        "wangzyon/NVIDIA_SGEMM_PRACTICE": TURING, "hwchen2017/Optimize_SGEMM_on_Nvidia_GPU": TURING,
        "rdspring1/Optimizing-SGEMM-on-NVIDIA-Turing-GPUs": TURING}
OURS = "tiled_", "ways_"
LDG, SINGLE, CPASYNC, MIXED = range(4)


def rows(paths=DATA):
    for path in paths:
        lines = [line.split("\t") for line in path.read_text().splitlines()]
        words = lines[0][:8]
        for line in lines[1:]:
            yield {key: value if key in words else float(value) for key, value in zip(lines[0], line)}


def log_ratio(now, then):
    return math.log(now / then) if now > 0 and then > 0 else 0.0


def as_launched(row):
    """The row with the blocks that its launch gives a multiprocessor, where they are fewer than fit: asLaunched() there."""
    each = max(1, math.ceil(float(row["blocks"]) / MULTIPROCESSORS))
    return {**row, "fitting0": row["blocks0"], "blocks0": min(row["blocks0"], each), "blocks1": min(row["blocks1"], each)}


def in_view(row):
    """What the choice knows of a launch: nothing without a disassembler, which would gain nothing by it."""
    return as_launched(row) if row["unrolled0"] else row


def cycles_of_tile(issue, blocks, waits, size):
    return max(blocks * issue, issue + waits, blocks * size) / blocks


def waits(row):
    """What a model of one multiprocessor says of the waits for a tile's loads: addWaits() in TimeTrees.cpp."""
    least = ISSUE_OF_MATRICES * row["math0"] if row["tensorCores"] else 0
    issue = max(1, row["warps"]) / 4
    was, now = (max(least, row["instr1" if row["unrolled1"] and after else "instr0"]) for after in (0, 1))
    size = row["tileBytes"] / BYTES_OF_CYCLE
    is_async = row["copies"] >= CPASYNC
    hidden = now * issue * (max(1, row["stages"] - 1) if is_async else 1)
    if not is_async and row["unrolled1"]:
        hidden = row["behind1"] / row["unrolled1"] / max(1, now) * now * issue
    before = cycles_of_tile(was * issue, max(1, row["blocks0"]), LATENCY + size, size)
    after = cycles_of_tile(now * issue, max(1, row["blocks1"]), max(0, LATENCY + size - hidden), size)
    return {"Wait": math.log(before / (was * issue)), "WaitMore": math.log(after / before)}


def seen_features(row):
    """Those that a disassembler shows."""
    instructions, is_seen = row["instr0"], row["unrolled0"] and row["unrolled1"]
    issue = instructions * max(1, row["warps"]) / 4
    return {
        "SmIssue": math.log(issue * max(1, row["blocks0"])),
        "BlockIssue": math.log(issue),
        "Exposed": 1 / (1 + issue * max(1, row["blocks0"]) / LATENCY),
        "LoadShare": row["loads0"] / instructions,
        "MathShare": row["math0"] / instructions,
        "ReadShare": row["reads0"] / instructions,
        **waits(row),
        "InstructionsMore": is_seen and log_ratio(row["instr1"], row["instr0"]),
        "Behind": is_seen and row["behind1"] / max(1, row["math1"] * row["unrolled1"]),
        "LoadsOnWay": is_seen and math.log((row["loads1"] + row["copies1"] + 1) / (row["loads0"] + 1)),
        "ReadsMore": is_seen and log_ratio(row["reads1"], row["reads0"]),
        "MathMore": is_seen and log_ratio(row["math1"], row["math0"]),
    }


NAMES = ("TensorAsync WarpsChange WarpsLost Warps Registers RegistersMore Bytes Traffic InstructionsMore SmIssue BlockIssue "
         "Exposed LoadShare MathShare ReadShare Behind LoadsOnWay Blocks TileBytes CopyBytes ReadsMore MathMore Wait "
         "WaitMore").split()


def features(row):
    """By name. Sizes are compared by logarithms: a ratio is what counts."""
    warps = max(1, row["blocks0"] * row["warps"])
    change = log_ratio(row["blocks1"], row["blocks0"]) if row["warps"] else 0.0
    known = {
        "TensorAsync": row["tensorCores"] * (row["copies"] >= CPASYNC),
        "WarpsChange": change,
        "WarpsLost": min(0.0, change),
        "Warps": math.log(warps / 16),
        "Registers": row["regs0"] / 128,
        "RegistersMore": (row["regs1"] - row["regs0"]) / 64,
        "Bytes": math.log1p(row["bytesLoaded"]),
        "Traffic": math.log1p(row["bytesLoaded"] * warps / 512),
        "Blocks": math.log(max(1, row["blocks0"])),
        "TileBytes": math.log1p(row["tileBytes"]),
        "CopyBytes": row["copyBytes"] * (row["copies"] >= CPASYNC),
        **(seen_features(row) if row["unrolled0"] else {}),
    }
    return {name: known.get(name, 0.0) for name in NAMES}


def needs_local_memory(row):
    return row["spill1"] > row["spill0"] or row["stack1"] > row["stack0"]


def is_always_faster(row):
    """Matrix instructions that wait for what can be copied: isAlwaysFaster() there."""
    return (row["tensorCores"] and row["copies"] == CPASYNC and row["stages"] <= 3 and row["warps"] >= 4
            and not row["rolled"] and not needs_local_memory(row) and not is_longer(row))


def is_longer(row):
    most = 1.5 if row["copies"] < CPASYNC else 2.25 if row["tensorCores"] else 1.15
    return row["unrolled0"] and row["unrolled1"] and row["instr1"] > most * row["instr0"]


def is_costly(row):
    """What costs a form more than hidden loads bring: whyCostly() in lib/Validate/Sass/PredictTime.cpp."""
    loses = row["blocks1"] < row["blocks0"]
    return (needs_local_memory(row) or is_longer(row)
            or not row["tensorCores"] and (row["regs1"] >= 254 or loses and row["blocks1"] * (row["stages"] - 1) < row["blocks0"]))


def has_hidden_loads(row):
    """The original's loads are hidden already, or nobody knows: whyLoadsAreHidden() there."""
    if row["tensorCores"]:
        return False
    if not row["unrolled0"]:
        return row["operations"] < 128
    blocks = max(1, row.get("fitting0", row["blocks0"]))
    return row["barBehind0"] or row["instr0"] * blocks * max(1, row["warps"]) / 4 > 16000


def hides_little(row):
    return (row["unrolled0"] and row["unrolled1"] and row["copies"] < CPASYNC
            and row["behind1"] < 0.4 * row["math1"] * row["unrolled1"])


def doubts(row):
    """How many facts speak against a form that the trees have seen too seldom: doubts() there."""
    return 0 if row["tensorCores"] else (bool(hides_little(row)) + (row["unrolled0"] > 1 and not row["unrollHint"])
                                         + (not row["warps"]))


def hides_nothing(row):
    """Of what is computed too little runs while loads are on their way, or nobody sees how much: whyItHidesNothing() there."""
    if row["tensorCores"] and row["warps"] < 4:
        return True
    return row["unrolled0"] and (not row["unrolled1"] or row["tensorCores"] and hides_little(row))


def gains_nothing(row):
    return not is_always_faster(row) and bool(is_costly(row) or has_hidden_loads(row) or hides_nothing(row))


def group(row):
    """What is left out together: the work of one author, of our own one family of kernels."""
    name = row["program"] if row["program"].startswith(OURS) else row["repository"]
    return SAME.get(name, name)


def values(rows):
    return numpy.array([[float(value) for value in features(row).values()] for row in rows])


class Model:
    """What gradient-boosted trees make of the rows that no rule has an answer for, with a disassembler and without."""

    def __init__(self, table):
        self.names = NAMES
        launched = list(map(as_launched, table))
        both = launched, list(map(blinded, launched))
        self.x = list(map(values, both))
        # One kernel that gains three times as much must not rule the rest.
        self.y = numpy.clip([math.log(row["ratio"]) for row in table], -0.7, 0.5)
        self.group = numpy.array([group(row) for row in table])
        self.asked = [numpy.array([not gains_nothing(row) for row in each]) for each in both]
        of_kernel = collections.Counter(map(kernel, table))
        of_group = collections.Counter(self.group)
        self.weight = numpy.array([1 / math.sqrt(of_kernel[kernel(row)] * of_group[group])
                                   for row, group in zip(table, self.group)])

    def fit(self, chosen, **loss):
        """Some ensembles, whose mean is the prediction."""
        of_both = [chosen & asked for asked in self.asked]
        together = lambda values: numpy.concatenate([each[chosen] for each, chosen in zip(values, of_both)])
        return [GradientBoostingRegressor(n_estimators=60, max_depth=DEPTH, learning_rate=RATE,
                                          min_samples_leaf=6, subsample=0.6, max_features=0.4,
                                          random_state=seed, **loss)
                .fit(together(self.x), together([self.y] * 2), sample_weight=together([self.weight] * 2))
                for seed in range(ENSEMBLES)]

    def fit_most(self, chosen):
        return self.fit(chosen, loss="quantile", alpha=MOST)

    def cross_validated(self, rows):
        """What is expected, and what it takes at most, with what is known of these rows."""
        at = values(rows)
        expected, most = numpy.zeros(len(self.y)), numpy.zeros(len(self.y))
        groups = sorted(set(self.group), key=lambda name: hashlib.sha1(name.encode()).digest())
        for part in range(FOLDS):
            left_out = numpy.isin(self.group, groups[part::FOLDS])
            for into, ensembles in (expected, self.fit(~left_out)), (most, self.fit_most(~left_out)):
                into[left_out] = numpy.mean([each.predict(at[left_out]) for each in ensembles], axis=0)
        return numpy.exp(expected), numpy.exp(most)


def kernel(row):
    """A launch of our own kernels differs from another in the length of its loop, too."""
    length = row["plain ms"] if row["program"].startswith(OURS) else 0
    return row["program"], row["symbol"], row["blocks"], row["threads"], length


def mean_ratio(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


PARTS = ("products of matrices and the like", "small tiles, of others", "small tiles, ours", "107 of 35 projects",
         "88 of 31", "62 of 32", "82 of 11", "88 of ours")
BY_PREFIX = {"u_": 3, "v_": 4, "w_": 5, "x_": 6}
OF_OURS = 2, 7
SMALL = {"hec2_", "pm_ti", "pm_re", "mn_bl", "mn_un", "ah_js", "ah_ge"}


def part(row):
    program = row["program"]
    if program.startswith(OURS):
        return OF_OURS[OURS.index(program[:program.index("_") + 1])]
    return BY_PREFIX.get(program[:2], program[:5] in SMALL)


# What a disassembler shows.
SHOWN = [fact + when for fact in ("instr", "math", "reads", "loads", "behind", "unrolled") for when in "01"]


def blinded(row):
    return {**row, "copies1": 0.0, "barBehind0": 0.0, **dict.fromkeys(SHOWN, 0.0)}


def is_narrow(row):
    return row["copies"] >= CPASYNC and 0 < row["copyBytes"] < 16


def loses_blocks_for_little(row):
    return row["blocks1"] < row["blocks0"] and (row["copies"] < CPASYNC or is_narrow(row))


def margin_of(row):
    """marginOf() there."""
    margin = MARGIN + MARGIN_DOUBT * doubts(row) + MARGIN_BLOCKS * loses_blocks_for_little(row)
    if row["tensorCores"]:
        return margin
    return (margin + MARGIN_UNSEEN * (not row["unrolled0"]) + MARGIN_NARROW * is_narrow(row)
            + MARGIN_LDG * (row["copies"] == LDG))


def choices(table, predicted, gains_nothing=gains_nothing, margin_of=margin_of, usual=None):
    """Of each kernel the form that takes least if it is as wrong as it may be: (part, predicted, got, best, row)."""
    by_kernel = collections.defaultdict(list)
    for row, ratio, most in zip(table, *predicted):
        if gains_nothing(row):
            ratio, most = max(ratio, 1.05), max(most, 1.05)
        elif is_always_faster(row):
            ratio = most = min(ratio, 0.98)
        most = max(most, ratio) + margin_of(row)
        if waits_with_few_warps(row):
            most = time_for_few_warps(row, usual or USUAL)
        by_kernel[kernel(row)].append((most, ratio, row))
    for forms in by_kernel.values():
        most, ratio, row = min(forms, key=lambda form: form[0])
        best = min(1.0, *(form[2]["ratio"] for form in forms))
        yield part(row), ratio, row["ratio"] if most < 1 else 1.0, best, row


def summary(made):
    got, best = [each[2] for each in made], [each[3] for each in made]
    regret = [has / could - 1 for has, could in zip(got, best)]
    return (f"{len(made)} kernels, written {sum(ratio != 1 for ratio in got)}, slower by more than 1 %: "
            f"{sum(ratio > 1.01 for ratio in got)}, worst {max(got):.2f}, mean {mean_ratio(got):.3f}, of the best form "
            f"{mean_ratio(best):.3f}, regret: median {numpy.median(regret):.3f}, mean {numpy.mean(regret):.3f}")


def report(title, table, predicted, **rules):
    made = list(choices(table, predicted, **rules))
    print(f"{title}:\n  all of others: {summary([each for each in made if each[0] not in OF_OURS])}")
    for number, name in enumerate(PARTS):
        print(f"  {name}: {summary([each for each in made if each[0] == number])}")
    return made


def report_worst(made):
    for _, ratio, got, best, row in made:
        if got > 1.01:
            print(f"  slower: {row['program']} {row['kernel']}: {row['form']}, predicted {ratio:.3f}, is {got:.3f}")
    for _, ratio, got, best, row in sorted(made, key=lambda each: each[3] / each[2])[:10]:
        print(f"  {got / best - 1:.3f} {row['program']} {row['kernel']}: {row['form']}, predicted {ratio:.3f}, "
              f"is {got:.3f}, best {best:.3f}")


def waits_with_few_warps(row):
    """Nothing else hides its loads, of as_launched(): waitsWithFewWarps() in lib/Validate/Sass/PredictFewWarps.cpp."""
    return ("fitting0" in row and not row["tensorCores"] and row["loopsInKernel"] == 1 and row["warps"] and row["unrolled0"]
            and row["unrolled1"] and row["loads0"] >= 0.05 * row["instr0"] and max(1, row["blocks0"]) * row["warps"] <= 8)


def is_costly_for_few_warps(row):
    """whyCostly() there."""
    return (row["spill1"] > row["spill0"] or row["stack1"] > row["stack0"] or row["regs1"] >= 254
            or row["barBehind0"] or row["instr1"] > 1.5 * row["instr0"]
            or 2 * (row["loads1"] + row["copies1"] + 1) < row["loads0"] + 1 and row["instr1"] > 0.95 * row["instr0"])


def is_deep_copy(row):
    return row["copies"] >= CPASYNC and row["stages"] >= 3


def growth_for_few_warps(row):
    return math.sqrt(row["instr1"] / row["instr0"])


def fit_few_warps(rows):
    """By is_deep_copy(): the mean, and what four of five do not exceed, with the original's instructions."""
    usual = {}
    for deep in (True, False):
        found = [row["ratio"] / growth_for_few_warps(row) for row in rows if is_deep_copy(row) == deep]
        usual[deep] = mean_ratio(found), numpy.quantile(found, MOST)
    return usual


# What PredictFewWarps.cpp has, by is_deep_copy().
USUAL = {True: (0.45, 0.63), False: (0.68, 0.89)}


def time_for_few_warps(row, usual):
    """At most; of a form that is no candidate more than the original's."""
    return (1.05 if is_costly_for_few_warps(row)
            else usual[is_deep_copy(row)][1] * growth_for_few_warps(row) + MARGIN)


def report_few_warps():
    """What is fitted to our kernels is judged by those of others, and the other way."""
    table = list(map(in_view, rows()))
    ours = lambda row: row["program"].startswith(OURS)
    few = [row for row in table if waits_with_few_warps(row)]
    for name, fitted, judged in (("ours, fitted to others'", lambda row: not ours(row), ours),
                                 ("others', fitted to ours", ours, lambda row: not ours(row)),
                                 ("all, fitted to all", lambda row: True, lambda row: True)):
        usual = fit_few_warps([row for row in few if fitted(row) and not is_costly_for_few_warps(row)])
        of = list(filter(judged, few))
        print(f"{name}: {summary(list(choices(of, [[1] * len(of)] * 2, usual=usual)))}; deep copies "
              f"{usual[True][0]:.2f}, {usual[True][1]:.2f}, others {usual[False][0]:.2f}, {usual[False][1]:.2f}")


def is_of_measured_kind(row):
    """What is written without a compiler: hasMeasuredForm() in lib/Plan/Choice/ExpectedGain.cpp."""
    return (row["tensorCores"] and row["copies"] == CPASYNC and row["copyBytes"] == 16 and row["warps"] >= 4
            and row["stages"] == 3 and row["shape"] and not row["rolled"])


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
    all_rows = numpy.ones(len(model.y), bool)
    start, lines = [], []
    for of_most, ensembles in enumerate((model.fit(all_rows), model.fit_most(all_rows))):
        start.append(numpy.mean([float(each.init_.constant_[0][0]) for each in ensembles]))
        for (tree,) in [tree for each in ensembles for tree in each.estimators_]:
            tests, leaves = nodes(tree.tree_, model.names)
            text = [str(of_most), *(f"{name}, {'INFINITY' if math.isinf(bound) else f'{bound:.9g}'}" for name, bound in tests)]
            lines.append(f"TREE({', '.join(text + [f'{RATE / ENSEMBLES * leaf:.4g}' for leaf in leaves])})")
    lines = ["// Made by docs/data/fit_time.py from the tables beside it; not edited by hand.",
             "// TREE: of which ensemble, seven tests, each the right half's of its node if it is above, then eight leaves.",
             f"START({start[0]:.9g}, {start[1]:.9g})", *lines]
    Path(target).write_text("\n".join(lines) + "\n")


def main():
    table = list(rows())
    if sys.argv[1:] == ["--few-warps"]:
        return report_few_warps()
    model = Model(table)
    if len(sys.argv) > 1:
        write(model, sys.argv[1])
        return
    launched, unseen = list(map(in_view, table)), list(map(blinded, table))
    full, (expected, most) = model.cross_validated(table), model.cross_validated(launched)
    bounded = expected, numpy.maximum(most, numpy.maximum(*full) - MOST_BY_LAUNCH)
    report_worst(report("launches known", launched, bounded))
    report("launches unknown", table, full)
    report("without a disassembler", unseen, model.cross_validated(unseen))
    report("without a compiler", table, [[0.8] * len(table)] * 2, gains_nothing=lambda row: not is_of_measured_kind(row),
           margin_of=lambda row: 0)


if __name__ == "__main__":
    main()
