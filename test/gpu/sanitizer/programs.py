#!/usr/bin/env python3
"""Small programs with a fault or none, for `check` and for compute-sanitizer.

    programs.py make DIR               writes them, and run.sh for a machine with a GPU
    programs.py check DIR TOOL [...]   what `check` finds in them, into DIR/check.txt
    programs.py table DIR RESULTS      both side by side; RESULTS is what run.sh wrote

run.sh needs nvcc and compute-sanitizer alone. Kernels and edits are those of ../../Prove/Inputs.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path

INPUTS = Path(__file__).resolve().parents[2] / "Prove" / "Inputs"
spec = importlib.util.spec_from_file_location("edits", INPUTS / "edits.py")
edits = importlib.util.module_from_spec(spec)
spec.loader.exec_module(edits)

# Kernel -> its pointers (name, type, elements), and its launch.
HOSTS = {
    "gemm": ("float A M*K, float B K*N, float C M*N", "int M = 45, N = 37, K = 53;",
             "gemm<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K);"),
    "scale": ("float y n, float x n", "int n = 1000;", "scale<<<(n + 255) / 256, 256>>>(y, x, 2.0f, n);"),
    "blockSum": ("float x n, float out 3", "int n = 1000;", "blockSum<<<3, 256>>>(x, out, n);"),
    "warpMax": ("int x 8*n, int out 8", "int n = 70;", "warpMax<<<2, 128>>>(x, out, n);"),
    "transpose": ("float in rows*cols, float out rows*cols", "int rows = 50, cols = 71;",
                  "transpose<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(in, out, rows, cols);"),
    "stencil": ("float in n, float out n", "int n = 384;", "stencil<<<(n + 127) / 128, 128>>>(in, out, n);"),
    "histogram": ("unsigned x n, unsigned bins 64", "int n = 1000;", "histogram<<<2, 128>>>(x, bins, n);"),
    "doubleBuffer": ("float x tiles*64, float y 64", "int tiles = 5;", "doubleBuffer<<<1, 64>>>(x, y, tiles);"),
    "asyncTiles": ("float x tiles*64, float y 64", "int tiles = 5;", "asyncTiles<<<1, 64>>>(x, y, tiles);"),
    "softmax": ("float x 3*n, float y 3*n", "int n = 100;", "softmax<<<3, 64>>>(x, y, n);"),
    "prefix": ("int x n, int y n", "int n = 300;", "prefix<<<(n + 127) / 128, 128>>>(x, y, n);"),
    "gather": ("int index n, float table 16*width, float out n*width", "int n = 100, width = 5;",
               "gather<<<(n + 63) / 64, 64>>>(index, table, out, n, width);"),
    "producers": ("float x tiles*64, float y 64", "int tiles = 4;", "producers<<<1, 128>>>(x, y, tiles);"),
}

# Faults beside those of edits.py: kernel -> (kind, old text, new text).
MORE = {
    "blockSum": [("misaligned", "sum += x[i];", "sum += *(const float *)((const char *)x + 2);")],
    "scale": [("out-of-bounds", "if (i < n)", "")],
    "warpMax": [("out-of-bounds", "x[row * n + i]", "x[(row + 1) * n + i]")],
    "gather": [("out-of-bounds", "if (i >= n)\n    return;\n", "")],
    "prefix": [("out-of-bounds", "s[t - d]", "s[t + 128]")],
}

# Edits that make another result and no fault that a checker of memory and order could see, by what
# they begin with; every other wrong edit of edits.py is a fault, of the kind that is named here.
FAULTS = [
    ("gemm", "    __syncthreads();\n", "shared-race"),
    ("gemm", "    __syncthreads(); // done\n", "shared-race"),
    ("gemm", "row < M && k + x < K ?", "out-of-bounds"),
    ("gemm", "k + y < K && col < N ?", "out-of-bounds"),
    ("gemm", "if (row < M && col < N)", "out-of-bounds"),
    ("scale", "i < n; i +=", "out-of-bounds"),
    ("scale", "blockIdx.x * blockDim.x + threadIdx.x", "global-race"),
    ("blockSum", "  part[t] = sum;\n  __syncthreads();\n", "shared-race"),
    ("blockSum", "    __syncthreads(); // level\n", "shared-race"),
    ("blockSum", "if (t < w)\n", "shared-race"),
    ("blockSum", "    __syncthreads(); // level\n  }", "shared-race"),
    ("transpose", "  __syncthreads();\n", "shared-race"),
    ("transpose", "x < cols && y + j < rows", "out-of-bounds"),
    ("transpose", "j += 8", "uninitialised-shared"),
    ("transpose", "u < rows && v + k < cols", "out-of-bounds"),
    ("stencil", "  __syncthreads();\n", "shared-race"),
    ("stencil", "i + 1 < n ? in[i + 1]", "out-of-bounds"),
    ("stencil", "i > 0 ? in[i - 1] : 0.0f", "out-of-bounds"),
    ("stencil", "float s[128 + 2]", "out-of-bounds"),
    ("histogram", "    atomicAdd(&local[x[i] % 64], 1u);", "shared-race"),
    ("histogram", "  __syncthreads(); // all counted\n", "shared-race"),
    ("histogram", "    local[b] = 0;\n  __syncthreads();\n", "shared-race"),
    ("histogram", "b < 64; b +=", "uninitialised-shared"),
    ("doubleBuffer", "    __syncthreads(); // next\n", "shared-race"),
    ("doubleBuffer", "s[(k + 1) % 2][t] =", "shared-race"),
    ("asyncTiles", "__pipeline_wait_prior(1);", "copy-in-flight"),
    ("asyncTiles", "    __pipeline_wait_prior(1);\n", "copy-in-flight"),
    ("asyncTiles", "    __syncthreads();\n", "shared-race"),
    ("asyncTiles", "if (j + 2 < tiles)", "out-of-bounds"),
    ("softmax", "  __syncthreads(); // read by all\n", "shared-race"),
    ("softmax", "    __syncthreads(); // most\n", "shared-race"),
    ("prefix", "    __syncthreads(); // read\n", "shared-race"),
    ("prefix", "    __syncthreads(); // written\n", "shared-race"),
    ("gather", "if (i >= n)", "out-of-bounds"),
    ("producers", "    asm volatile(\"bar.sync 2, 128;\" ::: \"memory\"); // empty\n", "shared-race"),
    ("producers", "bar.sync 1, 128;\" ::: \"memory\"); // wait full", "deadlock"),
]


def program(kernel, pairs):
    """A whole program around one kernel, edited or not."""
    text = edits.edited(edits.SOURCE.read_text(), kernel, pairs) if pairs else edits.SOURCE.read_text()
    begin = text.index(f"__global__ void {kernel}(")
    body = text[begin:text.index("\n}\n", begin) + 3]
    pointers, sizes, launch = HOSTS[kernel]
    lines = ["#include <cuda_pipeline.h>", "#include <cuda_runtime.h>", "", "constexpr int Tile = 16;", "", body,
             "int main() {", f"  {sizes}"]
    for pointer in pointers.split(", "):
        kind, name, count = pointer.split(" ")
        lines += [f"  {kind} *{name};", f"  cudaMalloc(&{name}, sizeof({kind}) * {count});",
                  f"  cudaMemset({name}, 0, sizeof({kind}) * {count});"]
    lines += [f"  {launch}", "  return cudaDeviceSynchronize() != cudaSuccess;", "}", ""]
    return "\n".join(lines)


def planned():
    """Name -> (kind of the fault or "none", text)."""
    out = {}
    for kernel in HOSTS:
        out[f"{kernel}-clean"] = ("none", program(kernel, []))
    count = {}

    def add(kernel, kind, pairs):
        count[kernel] = count.get(kernel, 0) + 1
        out[f"{kernel}-{count[kernel]}"] = (kind, program(kernel, pairs))

    for kernel, begin, kind in FAULTS:
        for expected, *pairs in edits.EDITS[kernel]:
            if expected == edits.WRONG and pairs[0] == begin:
                add(kernel, kind, pairs)
                break
    for kernel, faults in MORE.items():
        for kind, *pairs in faults:
            if pairs[0] in edits.SOURCE.read_text().split(f"void {kernel}(")[1].split("\n}\n")[0]:
                add(kernel, kind, pairs)
    for kernel, all_edits in edits.EDITS.items():  # right edits are no faults
        for expected, *pairs in all_edits[-1:]:
            if expected == edits.RIGHT and not pairs[0].startswith("--") and len(out) < 68:
                name = pairs[1] if "dst" in pairs[1] else None
                if not name and "int M)" not in pairs[1]:
                    out[f"{kernel}-right"] = ("none", program(kernel, pairs))
    return out


RUN = """#!/bin/sh
# sh run.sh > results.txt: every program under the four tools of compute-sanitizer.
cd "$(dirname "$0")" || exit 1
arch=${ARCH:-sm_90}
nvcc --version | tail -2
for source in *.cu; do
  name=${source%.cu}
  nvcc -std=c++17 -lineinfo -arch=$arch "$source" -o "$name.exe" 2> "$name.log" || { echo "$name build failed"; continue; }
  for tool in memcheck racecheck synccheck initcheck; do
    timeout 60 compute-sanitizer --tool $tool --error-exitcode 9 "./$name.exe" > "$name.$tool.log" 2>&1
    code=$?
    first=$(grep -m 1 -E '^========= +(Error|Invalid|Warning|Race|Potential|Barrier|Uninit|Program hit|Misaligned)' "$name.$tool.log" | cut -c11-120)
    case $code in 0) said=clean ;; 124) said=timeout ;; *) said=found ;; esac
    # racecheck's warnings do not change the exit code
    if [ $tool = racecheck ] && [ $said = clean ] && grep -qE '(hazard|Race) ' "$name.$tool.log"; then said=found; fi
    echo "$name $tool $said $first"
  done
done
"""


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, text) in planned().items():
        (folder / f"{name}.cu").write_text(text)
    (folder / "run.sh").write_text(RUN)
    print(f"{len(planned())} programs in {folder}; there: sh run.sh > results.txt")


def check(folder, command):
    with open(folder / "check.txt", "w") as out:
        for name, (kind, _) in planned().items():
            begin = time.monotonic()
            done = subprocess.run([command[0], "check", str(folder / f"{name}.cu"), "--report=json", "--no-config",
                                   *command[1:]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            seconds = time.monotonic() - begin
            kernels = json.loads(done.stdout)["kernels"] if done.stdout else []
            ids = sorted({find["id"] for k in kernels for find in k["finds"]})
            why = [k["notRun"] for k in kernels if "notRun" in k]
            print(name, kind, ",".join(ids) or "clean", f"{seconds:.2f}", *why, sep="\t", file=out)
    print((folder / "check.txt").read_text(), end="")


def table(folder, results):
    said = {}
    for line in Path(results).read_text().splitlines():
        words = line.split(" ", 3)
        if len(words) > 2 and words[2] in ("found", "clean", "timeout"):
            said.setdefault(words[0], {})[words[1]] = words[2]
    counts = {"check": [0, 0], "sanitizer": [0, 0]}
    faults = 0
    for line in (folder / "check.txt").read_text().splitlines():
        name, kind, ids, *_ = line.split("\t")
        other = [tool for tool, word in said.get(name, {}).items() if word != "clean"]
        print(f"{name:18} {kind:22} {ids:40} {','.join(other) or 'clean'}")
        faults += kind != "none"
        counts["check"][kind == "none"] += ids != "clean"
        counts["sanitizer"][kind == "none"] += bool(other)
    for who, (found, wrong) in counts.items():
        print(f"{who}: {found} of {faults} faults found, {wrong} alarms without a fault")


if __name__ == "__main__":
    what, where = sys.argv[1], Path(sys.argv[2])
    if what == "make":
        make(where)
    elif what == "check":
        check(where, sys.argv[3:])
    else:
        table(where, sys.argv[3])
