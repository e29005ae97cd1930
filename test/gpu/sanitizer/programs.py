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
import re
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
    "quads": ("float x rows*32, float y 64", "int rows = 96;", "quads<<<1, 64>>>(x, y, rows);"),
    "warpSums": ("float x n, float y 12", "int n = 300;", "warpSums<<<3, 128>>>(x, y, n);"),
    "parity": ("float x tiles*64, float y 64", "int tiles = 5;", "parity<<<1, 64>>>(x, y, tiles);"),
    "ahead": ("float x n, float y 64", "int n = 200;", "ahead<<<1, 64>>>(x, y, n);"),
    "mean": ("unsigned char x 3*n, float y 3", "int n = 200;", "mean<<<3, 128>>>(x, y, n);"),
    "addBias": ("float x rows*cols, float bias cols, float y rows*cols", "int rows = 50, cols = 70;",
                "addBias<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(x, bias, y, rows, cols);"),
    "dot": ("float x n, float y n, float out 1", "int n = 1000;", "dot<<<1, 256>>>(x, y, out, n);"),
    "rowSums": ("float a 2*n, float v n, double y 2*64", "int n = 200;", "rowSums<<<2, 64, 512>>>(a, v, y, n);"),
    "levels": ("float x rows*cols, float y cols", "int rows = 50, cols = 12;",
               "levels<<<1, dim3(16, 16)>>>(x, y, rows, cols, true);"),
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
    ("quads", "float s[32][36]", "misaligned"),
    ("quads", "i < 256; i += 64", "uninitialised-shared"),
    ("quads", "    __syncthreads(); // filled\n", "shared-race"),
    ("quads", "    __syncthreads(); // used\n", "shared-race"),
    ("quads", "x[(r + i / 8) * 32", "out-of-bounds"),
    ("warpSums", "  __syncwarp(); // stored\n", "shared-race"),
    ("warpSums", "    __syncwarp(); // read\n", "shared-race"),
    ("warpSums", "    __syncwarp(); // written\n", "shared-race"),
    ("warpSums", "? s[warp][lane + d]", "shared-race"),
    ("warpSums", "y[blockIdx.x * 4 + warp]", "global-race"),
    ("warpSums", "float s[4][32]", "out-of-bounds"),
    ("warpSums", "i < n ? x[i] : 0.0f", "out-of-bounds"),
    ("parity", "k / 2 % 2", "shared-race"),
    ("parity", "[%0], 64;", "shared-race"),
    ("parity", "  __syncthreads();\n", "mbarrier-misuse"),
    ("parity", "    while (!passed(bar + 8 * (k % 2), k / 2 % 2))\n      ;\n", "shared-race"),
    ("parity", "bar + k % 2 * 8)", "deadlock"),
    ("ahead", "next = k + 64 + t < n", "out-of-bounds"),
    ("ahead", "    __syncthreads(); // stored\n", "shared-race"),
    ("ahead", "    __syncthreads(); // used\n", "shared-race"),
    ("mean", "  __syncthreads(); // stored\n", "shared-race"),
    ("addBias", "r < rows", "out-of-bounds"),
    ("addBias", "c < cols && r < rows", "out-of-bounds"),
    ("dot", "float part[8]", "out-of-bounds"),
    ("dot", "  __syncthreads();\n", "shared-race"),
    ("dot", "part[t / 32] = sum", "shared-race"),
    ("rowSums", "float *b = s + 64", "shared-race"),
    ("rowSums", "    __syncthreads(); // filled\n", "shared-race"),
    ("rowSums", "    __syncthreads(); // used\n", "shared-race"),
    ("levels", "v == 0 && u < cols", "out-of-bounds"),
    ("levels", "r + v < rows && u < cols", "out-of-bounds"),
    ("levels", "    __syncthreads(); // used\n", "shared-race"),
]


def program(kernel, pairs):
    """A whole program around one kernel, edited or not."""
    text = edits.edited(edits.SOURCE.read_text(), kernel, pairs) if pairs else edits.SOURCE.read_text()
    begin = re.search(rf"__global__ void .*\b{kernel}\(|__global__ void {kernel}\(", text).start()
    body = text[begin:text.index("\n}\n", begin) + 3]
    if "passed(" in body:
        helper = text.index("__device__ inline bool passed(")
        body = text[helper:text.index("\n}\n", helper) + 3] + "\n" + body
    pointers, sizes, launch = HOSTS[kernel]
    lines = ["#include <cuda_pipeline.h>", "#include <cuda_runtime.h>", "", "constexpr int Tile = 16;", "", body,
             "int main() {", f"  {sizes}"]
    for pointer in pointers.split(", "):
        kind, name, count = pointer.rsplit(" ", 2)
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
            if pairs[0] in edits.SOURCE.read_text().split(f" {kernel}(")[1].split("\n}\n")[0]:
                add(kernel, kind, pairs)
    for kernel, all_edits in edits.EDITS.items():  # right edits are no faults
        for expected, *pairs in all_edits[-1:]:
            if expected == edits.RIGHT and not pairs[0].startswith("--"):
                if not any(other in pairs[1] for other in ("dst", "int M)", "s + 128")):  # of another host
                    out[f"{kernel}-right"] = ("none", program(kernel, pairs))
    return out


RUN = """#!/bin/sh
# sh run.sh > results.tsv: every program under the four tools of compute-sanitizer, several at a time.
cd "$(dirname "$0")" || exit 1
one() {
  nvcc -std=c++17 -lineinfo -arch=${ARCH:-sm_90} "$1.cu" -o "$1.exe" 2> "$1.log" ||
    { printf '%s\\tbuild\\tfailed\\n' "$1"; return; }
  for tool in memcheck racecheck synccheck initcheck; do
    timeout 40 compute-sanitizer --tool $tool --error-exitcode 9 "./$1.exe" > "$1.$tool.log" 2>&1
    code=$?
    first=$(grep -m 1 -E '^========= +(Error|Invalid|Warning|Race|Potential|Barrier|Uninit|Program hit|Misaligned)' \
      "$1.$tool.log" | cut -c11-120 | tr '\\t' ' ')
    case $code in 0) said=clean ;; 124) said=timeout ;; *) said=found ;; esac
    # racecheck's warnings do not change the exit code
    if [ $tool = racecheck ] && [ $said = clean ] && grep -qE '(hazard|Race) ' "$1.$tool.log"; then said=found; fi
    printf '%s\\t%s\\t%s\\t%s\\n' "$1" $tool $said "$first"
  done
}
if [ "$1" ]; then one "$1"; exit; fi
nvcc --version | tail -2
ls *.cu | sed 's/[.]cu$//' | xargs -P ${JOBS:-12} -n 1 sh run.sh
"""


def make(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, text) in planned().items():
        (folder / f"{name}.cu").write_text(text)
    (folder / "run.sh").write_text(RUN)
    print(f"{len(planned())} programs in {folder}; there: sh run.sh > results.tsv")


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
        words = line.split("\t")
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
