#!/usr/bin/env python3
"""Writes kernels whose launches leave few or many warps to an SM, for three_ways.py.

  few_warps.py KERNELS
  three_ways.py make TOOL FOLDER KERNELS
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import itertools
import sys
from pathlib import Path

BLOCKS, GRIDS, LENGTH = (32, 64, 128), (66, 528, 4224), 4096

HEAD = f"#include <cuda_runtime.h>\nconstexpr int N = {LENGTH}, ROWS = 1024;\n\n"
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
TEXT = """// time: float {block},1 {sizes}
__global__ void {name}{block}(const float *__restrict__ A, const float *__restrict__ x, float *__restrict__ y, int) {{
  constexpr int T = {block};
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

"""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    sizes = " ".join(f"{grid},1,{LENGTH}" for grid in GRIDS)
    (folder / "few_warps.cu").write_text(HEAD + "".join(
        TEXT.format(name=name, block=block, sizes=sizes, arrays=arrays, loads=loads, compute=compute)
        for (name, (arrays, loads, compute)), block in itertools.product(KERNELS.items(), BLOCKS)))


if __name__ == "__main__":
    main()
