#!/usr/bin/env python3
"""Writes kernels of twelve kinds with two sizes of tiles each, for three_ways.py. No fit has seen them.

  more_kinds.py KERNELS
  three_ways.py make TOOL FOLDER KERNELS
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys
from pathlib import Path

HEAD = "#include <cuda_fp16.h>\n#include <mma.h>\nusing namespace nvcuda;\n\n"
KERNEL = """// time: {type} {block} {sizes}
__global__ void {name}{tile}(const {type} *A, const {type} *B, {result} *C, int n) {{
  constexpr int T = {tile};
{text}}}

"""
# Name, type, type of the result, block for each of two tiles, sizes, text.
KINDS = (
    ("planes", "float", "float", {8: "32,8", 16: "32,16"}, "16,60,64 4,8,128", """\
  __shared__ float s[T + 2][36];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x, w = gridDim.x * 32 + 4, h = gridDim.y * T + 2;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < (T + 2) * 34; i += 32 * T)
      s[i / 34][i % 34] = A[(k * h + blockIdx.y * T + i / 34) * w + blockIdx.x * 32 + i % 34];
    __syncthreads();
    sum = sum * 0.5f + s[y][x + 1] + s[y + 2][x + 1] + s[y + 1][x] + s[y + 1][x + 2] - 4 * s[y + 1][x + 1];
    __syncthreads();
  }
  C[(blockIdx.y * T + y) * w + blockIdx.x * 32 + x] = sum;
"""),
    ("batches", "float", "float", {8: "8,8", 16: "16,16"}, "1056,1,64 66,1,64", """\
  __shared__ float a[T][T], b[T][T];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    const int at = (blockIdx.x * n + k) * T * T + y * T + x;
    a[y][x] = A[at];
    b[y][x] = B[at];
    __syncthreads();
    for (int j = 0; j < T; ++j)
      sum += a[y][j] * b[j][x];
    __syncthreads();
  }
  C[blockIdx.x * T * T + y * T + x] = sum;
"""),
    ("padded", "half", "float", {32: "256,1", 64: "256,1"}, "16,33,2048 4,4,1024", """\
  __shared__ __align__(16) half a[64][T + 8], b[T][136];
  const int t = threadIdx.x, warp = t / 32, width = gridDim.x * 128;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[4];
  for (int i = 0; i < 4; ++i)
    wmma::fill_fragment(sum[i], 0);
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < 8 * T; i += 256)
      *(uint4 *)&a[i / (T / 8)][i % (T / 8) * 8] = *(const uint4 *)&A[(blockIdx.y * 64 + i / (T / 8)) * n + k + i % (T / 8) * 8];
    for (int i = t; i < 16 * T; i += 256)
      *(uint4 *)&b[i / 16][i % 16 * 8] = *(const uint4 *)&B[(k + i / 16) * width + blockIdx.x * 128 + i % 16 * 8];
    __syncthreads();
    for (int j = 0; j < T; j += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> u;
      wmma::load_matrix_sync(u, &a[warp / 2 * 16][j], T + 8);
      for (int i = 0; i < 4; ++i) {
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> v;
        wmma::load_matrix_sync(v, &b[j][warp % 2 * 64 + i * 16], 136);
        wmma::mma_sync(sum[i], u, v, sum[i]);
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    wmma::store_matrix_sync(&C[(blockIdx.y * 64 + warp / 2 * 16) * width + blockIdx.x * 128 + warp % 2 * 64 + i * 16], sum[i],
                            width, wmma::mem_row_major);
"""),
    ("words", "int", "int", {8: "16,16", 16: "16,16"}, "32,33,512 6,6,256", """\
  __shared__ int a[T][64], b[T][64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, width = gridDim.x * 64, height = gridDim.y * 64;
  int sum[4][4] = {};
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < T * 64; i += 256) {
      a[i / 64][i % 64] = A[(k + i / 64) * height + blockIdx.y * 64 + i % 64];
      b[i / 64][i % 64] = B[(k + i / 64) * width + blockIdx.x * 64 + i % 64];
    }
    __syncthreads();
    for (int j = 0; j < T; ++j)
      for (int i = 0; i < 4; ++i)
        for (int l = 0; l < 4; ++l)
          sum[i][l] = __dp4a(a[j][y * 4 + i], b[j][x * 4 + l], sum[i][l]);
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int l = 0; l < 4; ++l)
      C[(blockIdx.y * 64 + y * 4 + i) * width + blockIdx.x * 64 + x * 4 + l] = sum[i][l];
"""),
    ("bodies", "float", "float", {64: "64,1", 256: "256,1"}, "528,1,16384 66,1,8192", """\
  __shared__ float4 s[T];
  const float4 *all = (const float4 *)A;
  const float4 own = all[(blockIdx.x * T + threadIdx.x) % n];
  float x = 0, y = 0, z = 0;
  for (int k = 0; k < n; k += T) {
    s[threadIdx.x] = all[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < T; ++j) {
      const float dx = s[j].x - own.x, dy = s[j].y - own.y, dz = s[j].z - own.z;
      const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = s[j].w * r * r * r;
      x += dx * f;
      y += dy * f;
      z += dz * f;
    }
    __syncthreads();
  }
  C[blockIdx.x * T + threadIdx.x] = x + y + z;
"""),
    ("blocksOfRow", "float", "float", {16: "16,16", 32: "32,8"}, "1056,1,64 66,1,64", """\
  __shared__ float a[T][T + 1], b[T][T];
  const int x = threadIdx.x, y = threadIdx.y, step = blockDim.y;
  float sum[4] = {};
  for (int k = 0; k < n; ++k) {
    const int column = ((const int *)B)[blockIdx.x * n + k] & 1023;
    for (int i = y; i < T; i += step) {
      a[i][x] = A[((blockIdx.x * n + k) % 8192 * T + i) * T + x];
      b[i][x] = B[(column * T + i) * T + x];
    }
    __syncthreads();
    for (int j = 0; j < T; ++j)
      for (int i = 0; i < T / 8; ++i)
        if (i * step < T)
          sum[i] += a[(y + i * step) % T][j] * b[j][x];
    __syncthreads();
  }
  for (int i = 0; i * step < T; ++i)
    C[(blockIdx.x * T + y + i * step) * T + x] = sum[i];
"""),
    ("scores", "float", "float", {32: "64,1", 64: "128,1"}, "528,1,2048 66,1,1024", """\
  __shared__ float keys[32][T];
  const int t = threadIdx.x;
  float own[T], most = -1e30f, sum = 0;
  for (int j = 0; j < T; ++j)
    own[j] = A[(blockIdx.x * blockDim.x + t) % 16384 * T + j];
  for (int k = 0; k < n; k += 32) {
    for (int i = t; i < 32 * T; i += 2 * T)
      keys[i / T][i % T] = B[k * T + i];
    __syncthreads();
    for (int l = 0; l < 32; ++l) {
      float score = 0;
      for (int j = 0; j < T; ++j)
        score += own[j] * keys[l][j];
      const float now = fmaxf(most, score);
      sum = sum * expf(most - now) + expf(score - now);
      most = now;
    }
    __syncthreads();
  }
  C[blockIdx.x * blockDim.x + t] = most + logf(sum);
"""),
    ("sumsOfTiles", "float", "float", {128: "128,1", 512: "512,1"}, "528,1,16384 66,1,16384", """\
  __shared__ float s[T];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    s[t] = A[blockIdx.x * n + k + t];
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      sum += s[(t + j * 33) % T] * (j + 1);
    __syncthreads();
  }
  C[blockIdx.x * T + t] = sum;
"""),
    ("taps", "float", "float", {128: "128,1", 256: "256,1"}, "8,132,128 2,33,128", """\
  __shared__ float s[T + 8], w[7];
  const int t = threadIdx.x, width = gridDim.x * T + 8;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    s[t] = A[(blockIdx.y * n + k) % 4096 * width + blockIdx.x * T + t];
    if (t < 6)
      s[T + t] = A[(blockIdx.y * n + k) % 4096 * width + blockIdx.x * T + T + t];
    if (t < 7)
      w[t] = B[k * 7 + t];
    __syncthreads();
    for (int j = 0; j < 7; ++j)
      sum += s[t + j] * w[j];
    __syncthreads();
  }
  C[blockIdx.y * width + blockIdx.x * T + t] = sum;
"""),
    ("productOfColumns", "float", "float", {16: "16,16", 32: "16,16"}, "32,33,1024 6,6,1024", """\
  __shared__ __align__(16) float a[T][64], b[T][64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, width = gridDim.x * 64, height = gridDim.y * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < T * 16; i += 256) {
      *(float4 *)&a[i / 16][i % 16 * 4] = *(const float4 *)&A[(k + i / 16) * height + blockIdx.y * 64 + i % 16 * 4];
      *(float4 *)&b[i / 16][i % 16 * 4] = *(const float4 *)&B[(k + i / 16) * width + blockIdx.x * 64 + i % 16 * 4];
    }
    __syncthreads();
    for (int j = 0; j < T; ++j)
      for (int i = 0; i < 4; ++i)
        for (int l = 0; l < 4; ++l)
          sum[i][l] += a[j][y * 4 + i] * b[j][x * 4 + l];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int l = 0; l < 4; ++l)
      C[(blockIdx.y * 64 + y * 4 + i) * width + blockIdx.x * 64 + x * 4 + l] = sum[i][l];
"""),
    ("vectorInTiles", "float", "float", {128: "128,1", 512: "128,1"}, "264,1,4096 33,1,4096", """\
  __shared__ float v[T];
  const int t = threadIdx.x, height = gridDim.x * 128, row = blockIdx.x * 128 + t;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < T; i += 128)
      v[i] = B[k + i];
    __syncthreads();
    for (int j = 0; j < T; ++j)
      sum += A[(k + j) % 512 * height + row] * v[j];
    __syncthreads();
  }
  C[row] = sum;
"""),
    ("distances", "double", "double", {8: "8,8", 16: "16,16"}, "66,64,256 6,6,256", """\
  __shared__ double a[T][T + 1], b[T][T + 1];
  const int x = threadIdx.x, y = threadIdx.y;
  double sum = 0;
  for (int k = 0; k < n; k += T) {
    a[y][x] = A[(blockIdx.y * T + y) * n + k + x];
    b[y][x] = B[(blockIdx.x * T + y) * n + k + x];
    __syncthreads();
    for (int j = 0; j < T; ++j)
      sum += fabs(a[y][j] - b[x][j]);
    __syncthreads();
  }
  C[(blockIdx.y * T + y) * gridDim.x * T + blockIdx.x * T + x] = sum;
"""),
)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name, kind, result, blocks, sizes, text in KINDS:
        (folder / f"{name}.cu").write_text(HEAD + "".join(
            KERNEL.format(type=kind, block=block, sizes=sizes, name=name, tile=tile, result=result, text=text)
            for tile, block in blocks.items()))


if __name__ == "__main__":
    main()
