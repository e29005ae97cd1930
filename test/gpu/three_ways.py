#!/usr/bin/env python3
"""Times kernels in the three ways of choosing a form, beside every form that exists.

  three_ways.py make TOOL FOLDER [KERNELS]  rewrites the .cu of KERNELS (three_ways) and compiles all for sm_90;
                                            TOOL needs nvcc and a disassembler
  FOLDER/three_ways.py run OUT              on the machine with the GPU: writes times.tsv and choices.txt to OUT
  three_ways.py show OUT                    a table, and the means of the ways
  three_ways.py facts FOLDER OUT            a table as docs/data/candidates-h200.tsv: what is known of each form, and its time

A line above each kernel has the type of its data, the block, and sizes: grid in x, in y, and n.

The ways: the text that the tool writes by default, with the launch unknown and, "launched", in view;
--dispatch=measure after its first launches; the best form. The least difference that counts is seen from a second build of the source. A kernel's text that is
the same in two builds is built and timed once. What make has written it does not write again. The forms
are not run here: their results are compared where they are timed.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import itertools
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMPILE = ("nvcc", "-O3", "-std=c++17", "-gencode", "arch=compute_90,code=sm_90", "-cudart", "shared",
           "-Xcompiler", "-fPIC,-fno-gnu-unique")
FORMS = ("ldg-single --epilogue=peel", "ldg-single --epilogue=predicate", "cpasync", "ldg", "tma", "cpasync --stages=3",
         "cpasync --stages=4")
SPEC = re.compile(r"// time: (\w+) (\d+,\d+) (.*)\n(?s:.*?)void (?:__launch_bounds__\(\d+\) )?(\w+)\(([^)]*)\)")
MARK, RUN = "// time: ", 'extern "C" void run_'
SLOWER = 1.01
SECONDS = 45  # for a file of kernels


def ways():
    yield "default", []
    yield "dispatch", ["--dispatch=measure"]
    for form in FORMS:
        name, *words = form.split()
        yield ("-".join([name, *(word.partition("=")[2] for word in words)]),
               [f"--variant={name}", "--verify=syntax", *words])
    yield "rules", ["--choose=rules"]


def launcher(block, name, parameters, grid="x, y"):
    """A function that launches the kernel, whatever the types of its arrays."""
    types = [each.rpartition("*")[0] + "*" for each in parameters.split(", ")[:3]]
    arguments = ", ".join(f"({each}){array}" for each, array in zip(types, "ABC"))
    return (f"{RUN}{name}(void *A, void *B, void *C, int x, int y, int n) {{\n"
            f"  {name}<<<dim3({grid}), dim3({block.replace(',', ', ')})>>>({arguments}, n);\n}}\n")


def parts_of(text):
    """What stands before the kernels; for each kernel its text and the function that launches it."""
    kernels, *runs = text.split(RUN)
    head, *sections = kernels.split(MARK)
    sections = [section.rstrip() for section in sections]
    return head, dict(zip((run.partition("(")[0] for run in runs),
                          ((MARK + section + "\n", RUN + run) for section, run in zip(sections, runs))))


def rewrite(tool, at, way, words, source="plain"):
    """Writes the text of a way, and beside it what the tool says."""
    if not (at / f"{way}.txt").exists() or not (at / f"{way}.txt").read_text().endswith("written\n"):
        done = subprocess.run([tool, at / f"{source}.cu", "-o", at / f"{way}.cu", "--arch=sm_90", "--trust-tree", *words],
                              capture_output=True, text=True)
        (at / f"{way}.txt").write_text(done.stderr)
    return (at / f"{way}.cu").read_text()


def build(at, way, head, parts):
    source, library = at / f"{way}.new.cu", at / f"{way}.so"
    text = head + "".join(kernel + run for kernel, run in parts)
    if not library.exists() or source.read_text() != text:
        source.write_text(text)
        subprocess.run([*COMPILE, "-shared", "-o", library, source], check=True)


def in_view(tool, at, text, specs):
    """What is written if the code has the grid of the first sizes of each kernel, of the second, and so on."""
    sizes_of = {name: [size.split(",")[:2] for size in sizes.split()] for _, _, sizes, name, _ in specs}
    for index in range(max(map(len, sizes_of.values()))):
        grid = {name: ", ".join(sizes[min(index, len(sizes) - 1)]) for name, sizes in sizes_of.items()}
        (at / f"view-{index}.cu").write_text(
            text + "".join(launcher(block, name, of, grid[name]) for _, block, _, name, of in specs))
        head, parts = parts_of(rewrite(tool, at, f"launched-{index}", [], f"view-{index}"))
        yield f"launched-{index}", head, {name: (kernel, run.replace(f"dim3({grid[name]})", "dim3(x, y)"))
                                          for name, (kernel, run) in parts.items()}


def write_facts(tool, at):
    if not (at / "candidates.tsv").exists():
        done = subprocess.run([tool, at / "plain.cu", "--arch=sm_90", "--trust-tree", "--print=candidates"],
                              capture_output=True, text=True)
        (at / "candidates.tsv").write_text(done.stdout)


def make_group(tool, at, source):
    at.mkdir(parents=True, exist_ok=True)
    specs = SPEC.findall(source.read_text())
    plain = source.read_text() + "".join(launcher(block, name, of) for _, block, _, name, of in specs)
    if not (at / "plain.cu").exists() or (at / "plain.cu").read_text() != plain:
        shutil.rmtree(at)
        at.mkdir()
        (at / "plain.cu").write_text(plain)
    write_facts(tool, at)
    head, parts = parts_of(plain)
    keys = {name: {"type": kind, "sizes": sizes.split(), "ways": {"plain": "plain"}}
            for kind, _, sizes, name, _ in specs}
    built = {name: {part: "plain"} for name, part in parts.items()}
    build(at, "plain", head, parts.values())
    written = ((way, *parts_of(rewrite(tool, at, way, words))) for way, words in ways())
    for way, head, parts in itertools.chain(written, in_view(tool, at, source.read_text(), specs)):
        new = [name for name, part in parts.items() if part not in built[name]]
        if new:
            build(at, way, head, [parts[name] for name in new])
        for name, part in parts.items():
            keys[name]["ways"][way] = built[name].setdefault(part, way)
    return keys


def make(tool, folder, kernels):
    folder.mkdir(exist_ok=True)
    groups = {each.stem: make_group(tool, folder / each.stem, each)
              for each in sorted(kernels.glob("*.cu"))}
    (folder / "kernels.json").write_text(json.dumps(groups, indent=1))
    subprocess.run([*COMPILE, "-o", folder / "time", HERE / "three_ways.cu", "-ldl"], check=True)
    shutil.copy(__file__, folder)


def builds_of(at, ways_of, index):
    """Name, library and setting of each build that is timed for these sizes; the source's kernel twice."""
    libraries = sorted({build for way, build in ways_of.items()
                        if not way.startswith("launched") or way == f"launched-{index}"} - {"plain", "dispatch"})
    yield from ((name, at / f"{name}.so", "-") for name in ("plain", *libraries))
    yield "again", at / "again.so", "-"
    if ways_of["dispatch"] == "dispatch":
        yield "dispatch", at / "dispatch.so", "print"
        yield from ((f"form:{form}", at / f"form{form}.so", f"form:{form}") for form in range(4))


def run(out):
    groups = json.loads((HERE / "kernels.json").read_text())
    shutil.copy(HERE / "kernels.json", out)
    environment = dict(os.environ, LD_LIBRARY_PATH=os.environ.get("LD_LIBRARY_PATH", "") + ":/usr/local/cuda/lib64")
    with open(out / "times.tsv", "w") as table, open(out / "choices.txt", "w") as choices:
        for group, kernels in groups.items():
            at = HERE / group
            for copied, names in (("plain", ["again"]), ("dispatch", [f"form{form}" for form in range(4)])):
                for name in names:
                    shutil.copy(at / f"{copied}.so", at / f"{name}.so")
            lines = []
            for name, each in kernels.items():
                for index, size in enumerate(each["sizes"]):
                    builds = [" ".join(map(str, build)) for build in builds_of(at, each["ways"], index)]
                    lines.append(" ".join([name, each["type"], *size.split(","), str(len(builds)), *builds]))
            try:
                subprocess.run([HERE / "time"], input="\n".join(lines), text=True, stdout=table, stderr=choices,
                               timeout=SECONDS, env=environment)
            except subprocess.TimeoutExpired:
                print(f"{group}: not all in {SECONDS} s")


def read(folder):
    """For each kernel and size, what is known of each build."""
    table = collections.defaultdict(dict)
    for line in (folder / "times.tsv").read_text().splitlines():
        kernel, size, name, median, _, *end = line.split("\t")
        table[kernel, size][name] = float(median), end
    return table


def forms_of(at, way, kernel):
    """What the tool says that it has written."""
    return re.findall(rf"rewritten: (.*), in '{kernel}'", (at / f"{way}.txt").read_text())


def facts(folder, out):
    columns = (HERE.parents[1] / "docs/data/candidates-h200.tsv").read_text().split("\n", 1)[0].split("\t")
    print(*columns, sep="\t")
    timed = read(out)
    for group, kernels in json.loads((folder / "kernels.json").read_text()).items():
        head, *lines = [line.split("\t") for line in (folder / group / "candidates.tsv").read_text().splitlines()]
        known = [dict(zip(head, line)) for line in lines]
        for (kernel, size), builds in timed.items():
            written = {form: builds[build] for way, build in kernels.get(kernel, {"ways": {}})["ways"].items()
                       if way not in ("plain", "dispatch") and build in builds
                       for form in forms_of(folder / group, way, kernel)}
            for row in known:
                if row["kernel"] == kernel and row["form"] in written:
                    plain, ms = builds["plain"][0], written[row["form"]][0]
                    row |= {"repository": "this", "commit": "this", "program": f"ways_{group}",
                            "blocks": str(math.prod(map(int, size.split(",")[:2]))),
                            "threads": str(int(row["warps"]) * 32), "plain ms": f"{plain:.4f}",
                            "ratio": f"{ms / plain:.4f}"}
                    print(*(row[column] for column in columns), sep="\t")


def row_of(timed, ways_of, index):
    """Times of the three ways and the second build of the source, divided by the source's."""
    plain = timed["plain"][0]
    ratios = {name: ms / plain for name, (ms, _) in timed.items()}
    forms = {name: ratio for name, ratio in ratios.items() if name not in ("again", "dispatch", "form:0")}
    best = min(forms, key=forms.get)
    candidates = [ratio for name, ratio in ratios.items() if name.startswith("form:")]
    return {"again": ratios["again"], "default": ratios[ways_of["default"]],
            "launched": ratios[ways_of.get(f"launched-{index}", ways_of["default"])],
            "rules": ratios[ways_of["rules"]], "dispatch": ratios.get("dispatch", 1), "best": forms[best],
            "of candidates": ratios["dispatch"] / min(candidates) if candidates else 1}, best


def show(folder):
    known = {name: each for group in json.loads((folder / "kernels.json").read_text()).values()
             for name, each in group.items()}
    rows = []
    print("kernel\tsize\tplain ms\tagain\tdefault\tlaunched\trules\tdispatch\tbest\tdispatch / best candidate\tbest form\t"
          "results differ")
    for (kernel, size), timed in read(folder).items():
        other = [name for name, (_, end) in timed.items() if end != timed["plain"][1] or end[1] != "0"]
        ways_of, index = known[kernel]["ways"], known[kernel]["sizes"].index(size)
        chosen = [ways_of[way] for way in ("default", "rules", f"launched-{index}") if way in ways_of]
        if {"plain", "dispatch", *chosen} & set(other):
            print(kernel, size, "left out", *(f"{name}: {timed[name]}" for name in other), sep="\t")
            continue
        row, best = row_of({name: is_of for name, is_of in timed.items() if name not in other}, ways_of, index)
        rows.append(row)
        print(kernel, size, f"{timed['plain'][0]:.4f}", *(f"{ratio:.3f}" for ratio in row.values()), best,
              *other, sep="\t")
    for way in rows[0] if rows else ():
        ratios = [row[way] for row in rows]
        print(f"{way}: geometric mean {math.exp(statistics.fmean(map(math.log, ratios))):.3f}, "
              f"more than 1 % above: {sum(ratio > SLOWER for ratio in ratios)}, "
              f"more than 1 % below: {sum(ratio < 1 / SLOWER for ratio in ratios)}, most {max(ratios):.3f}")
    print(f"of {len(rows)} kernels and sizes")


def main():
    words = sys.argv[1:]
    if words[:1] == ["make"] and len(words) in (3, 4):
        make(*(Path(word).resolve() for word in [*words[1:], HERE / "three_ways"][:3]))
    elif words[:1] == ["run"] and len(words) == 2:
        run(Path(words[1]))
    elif words[:1] == ["facts"] and len(words) == 3:
        facts(Path(words[1]), Path(words[2]))
    elif words[:1] == ["show"] and len(words) == 2:
        show(Path(words[1]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
