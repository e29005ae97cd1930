#!/usr/bin/env python3
"""Times kernels whose launches leave few or many warps to an SM, in every form.

  few_warps.py make TOOL FOLDER    writes kernels and their forms; TOOL needs nvcc and a disassembler
  FOLDER/few_warps.py run          on the machine with the GPU: builds and times them, needs nvcc alone
  few_warps.py show FOLDER         a table, and the means of the default, the rules and the best form

A copy of this file and of time_launches.cu stands in FOLDER. Every form's memory must have the hash of
the original's.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import concurrent.futures
import itertools
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMPILE = "nvcc", "-O3", "-std=c++17", "-arch=sm_90", "-cudart", "shared"
BLOCKS, GRIDS, LENGTH = (32, 64, 128), (66, 528, 4224), 4096
FORMS = ("ldg", "ldg-single", "cpasync", "cpasync --stages=3", "cpasync --stages=4")
ROUNDS = 3

HEAD = "constexpr int T = {block}, N = {length}, ROWS = 1024;\n"
# Name: shared arrays, loads of a tile, what is computed with it. A has ROWS rows of N.
KERNELS = {
    "mv": ("__shared__ float a[T][33], v[32];",
           "for (int i = 0; i < 32; ++i)\n"
           "      a[(t + i * T) / 32][t % 32] = A[(row + (t + i * T) / 32) % ROWS * N + k + t % 32];\n"
           "    if (t < 32)\n      v[t] = x[k + t];",
           "for (int j = 0; j < 32; ++j)\n      sum += a[t][j] * v[j];"),
    "dot": ("__shared__ float a[32], b[4][32];",
            "if (t < 32) {\n      a[t] = x[k + t];\n      for (int i = 0; i < 4; ++i)\n"
            "        b[i][t] = A[(row + i) % ROWS * N + k + t];\n    }",
            "for (int j = 0; j < 8; ++j)\n      sum += a[(t + j) % 32] * b[j % 4][(t + 5 * j) % 32];"),
    "line": ("__shared__ float a[T + 32];",
             "a[t] = A[row % ROWS * N + (k + t) % N];\n    if (t < 32)\n"
             "      a[T + t] = A[row % ROWS * N + (k + T + t) % N];",
             "for (int j = 0; j < 8; ++j)\n      sum += a[t + j] * a[t + 31 - j];"),
    "pairs": ("__shared__ float a[32];", "if (t < 32)\n      a[t] = x[k + t];",
              "for (int j = 0; j < 32; ++j) {\n      float d = a[j] - own;\n      sum += d * rsqrtf(d * d + 1);\n    }"),
    "wide": ("__shared__ float a[8][T];",
             "for (int i = 0; i < 8; ++i)\n      a[i][t] = A[(row + i) % ROWS * N + (k + t) % N];",
             "for (int i = 0; i < 8; ++i)\n      sum += a[i][t] * a[7 - i][T - 1 - t];"),
}
TEXT = """#include <cuda_runtime.h>
{head}
__global__ void kernel(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y) {{
  {arrays}
  const int t = threadIdx.x, row = blockIdx.x * T;
  const float own = x[(row + t) % N];
  float sum = own;
  for (int k = 0; k < N; k += 32) {{
    {loads}
    __syncthreads();
    {compute}
    __syncthreads();
  }}
  y[row + t] = sum;
}}
__global__ void fill(float *p, int n) {{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    p[i] = (i * 37 % 101 - 50) / 64.0f;
}}
int main() {{
  float *A, *x, *y;
  cudaMalloc(&A, sizeof(float) * ROWS * N);
  cudaMalloc(&x, sizeof(float) * N);
  cudaMalloc(&y, sizeof(float) * {grid} * T);
  fill<<<1024, 256>>>(A, ROWS * N);
  fill<<<16, 256>>>(x, N);
  kernel<<<{grid}, T>>>(A, x, y);
  return cudaDeviceSynchronize();
}}
"""


def write_kernels(folder):
    for (name, (arrays, loads, compute)), block, grid in itertools.product(KERNELS.items(), BLOCKS, GRIDS):
        to = folder / f"{name}_{block}_{grid}"
        to.mkdir(parents=True)
        head = HEAD.format(block=block, length=LENGTH)
        (to / "plain.cu").write_text(TEXT.format(head=head, arrays=arrays, loads=loads, compute=compute, grid=grid))
        yield to


def make(tool, folder):
    ways = {"default": [], "rules": ["--choose=rules"]}
    for form, epilogue in itertools.product(FORMS, ("predicate", "peel")):
        words = form.split()
        ways["-".join([*words, epilogue]).replace("--stages=", "")] = [f"--variant={words[0]}", *words[1:],
                                                                        f"--epilogue={epilogue}"]
    for at in write_kernels(folder):
        for way, words in ways.items():
            done = subprocess.run([tool, at / "plain.cu", "-o", at / f"{way}.cu", "--arch=sm_90", "--trust-tree", *words],
                                  capture_output=True, text=True)
            (at / f"{way}.txt").write_text(done.stderr)
    for name in (__file__, HERE / "time_launches.cu"):
        shutil.copy(name, folder)


def build(source):
    return subprocess.run([*COMPILE, "-o", source.with_suffix(""), source]).returncode


def time_once(program):
    out = program.with_suffix(".out")
    environment = dict(os.environ, LD_PRELOAD=str(HERE / "time_launches.so"), LAUNCH_TIMES=str(out),
                       LAUNCH_REPEAT="20", LAUNCH_MS="10")
    subprocess.run([program], env=environment, check=True, timeout=60)
    lines = [line.split("\t") for line in out.read_text().splitlines()]
    times = [float(words[5]) for words in lines if words[0] == "K" and "kernel" in words[1]]
    return times[0], [words[1:] for words in lines if words[0] == "H"]


def run():
    subprocess.run([*COMPILE, "-shared", "-Xcompiler", "-fPIC", "-o", HERE / "time_launches.so", HERE / "time_launches.cu"],
                   check=True)
    result, programs = {}, {}
    for at in sorted(each.parent for each in HERE.glob("*/plain.cu")):
        texts = programs[at] = {}
        for source in sorted(at.glob("*.cu"), key=lambda path: path.name != "plain.cu"):
            texts.setdefault(source.read_text(), []).append(source)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        if any(pool.map(build, [same[0] for texts in programs.values() for same in texts.values()])):
            sys.exit("a form does not compile")
    for at, texts in programs.items():
        found = {same[0].stem: [] for same in texts.values()}
        for _ in range(ROUNDS):
            for name in found:
                found[name].append(time_once(at / name))
        hashes = {json.dumps(each[1]) for times in found.values() for each in times}
        result[at.name] = {"ok": len(hashes) == 1, "ms": {
            source.stem: statistics.median(ms for ms, _ in found[same[0].stem])
            for same in texts.values() for source in same}}
        (HERE / "times.json").write_text(json.dumps(result, indent=1))


def show(folder):
    result = json.loads((folder / "times.json").read_text())
    ratios = {"default": [], "rules": [], "best": []}
    print("kernel\tplain ms\tdefault\trules\tbest\tform\tsame results")
    for name, each in result.items():
        plain = each["ms"]["plain"]
        best = min(each["ms"], key=each["ms"].get)
        row = {way: each["ms"].get(way, plain) / plain for way in ("default", "rules")}
        row["best"] = each["ms"][best] / plain
        for way, ratio in row.items():
            ratios[way].append(ratio)
        print(name, f"{plain:.4f}", *(f"{ratio:.3f}" for ratio in row.values()), best, each["ok"], sep="\t")
    for way, all_of in ratios.items():
        mean = math.exp(statistics.fmean(map(math.log, all_of)))
        print(f"{way}: geometric mean {mean:.3f}, slower by more than 1 %: {sum(r > 1.01 for r in all_of)}")


def main():
    words = sys.argv[1:]
    if words[:1] == ["make"] and len(words) == 3:
        make(Path(words[1]).resolve(), Path(words[2]).resolve())
    elif words == ["run"]:
        run()
    elif words[:1] == ["show"] and len(words) == 2:
        show(Path(words[1]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
