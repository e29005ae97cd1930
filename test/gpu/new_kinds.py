#!/usr/bin/env python3
"""Writes kernels of fifteen kinds with two sizes of tiles each, for three_ways.py. No fit has seen them.

  new_kinds.py KERNELS
  three_ways.py make TOOL FOLDER KERNELS
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import sys
from pathlib import Path

HEAD = "#include <mma.h>\nusing namespace nvcuda;\n\n"
KERNEL = """// time: {type} {block} {sizes}
__global__ void {name}{tile}(const {type} *{restrict}A, const {type} *{restrict}B, {type} *{restrict}C, int n) {{
  constexpr int T = {tile};
{text}}}

"""
SQUARES = """\
    __syncthreads();
    for (int j = 0; j < T; ++j)
      for (int i = 0; i < 4; ++i)
        for (int l = 0; l < 4; ++l)
          sum[i][l] += a[j][y * 4 + i] * b[j][x * 4 + l];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int l = 0; l < 4; ++l)
      C[(blockIdx.y * 64 + y * 4 + i) * gridDim.x * 64 + blockIdx.x * 64 + x * 4 + l] = sum[i][l];
"""
# By file: name, type, whether arrays are __restrict__, block for each of two tiles, sizes, text.
KINDS = {"images": (
    ("convolution", "float", True, {8: "16,16", 18: "16,16"}, "256,4,1152 33,2,1152", """\
  __shared__ float a[T][64], b[T][64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, height = gridDim.y * 64, lines = gridDim.x + 2;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < T * 64; i += 256) {
      const int at = k + i / 64, channel = at / 9, tap = at % 9;
      a[i / 64][i % 64] = A[at * height + blockIdx.y * 64 + i % 64];
      b[i / 64][i % 64] = B[(channel * lines + blockIdx.x + tap / 3) * 66 + i % 64 + tap % 3];
    }
""" + SQUARES),
    ("differences", "float", False, {8: "16,16", 16: "16,16"}, "48,48,512 6,6,512", """\
  __shared__ float a[T][32], b[T][32];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, width = gridDim.x * 32 + 2, height = gridDim.y * 32;
  float sum[2][2] = {};
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < T * 32; i += 256) {
      const float *from = &B[(k + i / 32) * width + blockIdx.x * 32 + i % 32];
      a[i / 32][i % 32] = A[(k + i / 32) * height + blockIdx.y * 32 + i % 32];
      b[i / 32][i % 32] = from[0] - from[2];
    }
    __syncthreads();
    for (int j = 0; j < T; ++j)
      for (int i = 0; i < 2; ++i)
        for (int l = 0; l < 2; ++l)
          sum[i][l] += a[j][y * 2 + i] * b[j][x * 2 + l];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int l = 0; l < 2; ++l)
      C[(blockIdx.y * 32 + y * 2 + i) * gridDim.x * 32 + blockIdx.x * 32 + x * 2 + l] = sum[i][l];
"""),
    ("turned", "float", True, {16: "16,16", 32: "32,8"}, "64,8,64 8,4,64", """\
  __shared__ float s[T][T + 1];
  const int x = threadIdx.x, y = threadIdx.y, width = n * T, height = gridDim.x * T, from = blockIdx.y * height;
  const float scale = B[x];
  for (int k = 0; k < n; ++k) {
    for (int i = y; i < T; i += blockDim.y)
      s[i][x] = A[(from + blockIdx.x * T + i) * width + k * T + x];
    __syncthreads();
    for (int i = y; i < T; i += blockDim.y)
      C[(blockIdx.y * width + k * T + i) * height + blockIdx.x * T + x] = tanhf(s[x][i] * scale) + s[i][x];
    __syncthreads();
  }
"""),
), "layers": (
    ("nibbles", "float", True, {16: "16,16", 32: "16,16"}, "32,33,1024 6,6,1024", """\
  __shared__ float a[T][64], b[T][64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, width = gridDim.x * 64, height = gridDim.y * 64;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < T * 64; i += 256)
      a[i / 64][i % 64] = A[(k + i / 64) * height + blockIdx.y * 64 + i % 64];
    for (int i = t; i < T * 8; i += 256) {
      const int column = blockIdx.x * 64 + i % 8 * 8, row = k + i / 8;
      const unsigned packed = ((const unsigned *)B)[(row * width + column) / 8];
      const float scale = A[row / 32 * width + column];
      for (int j = 0; j < 8; ++j)
        b[i / 8][i % 8 * 8 + j] = (float(packed >> 4 * j & 15) - 8) * scale;
    }
""" + SQUARES),
    ("gates", "float", False, {16: "16,16", 32: "16,16"}, "64,33,512 8,8,512", """\
  __shared__ float a[16][T + 1], w[4][T][16];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, width = gridDim.x * 16;
  float sum[4] = {};
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < 16 * T; i += 256)
      a[i / T][i % T] = A[(blockIdx.y * 16 + i / T) * n + k + i % T];
    for (int i = t; i < 64 * T; i += 256)
      w[i / 16 / T][i / 16 % T][i % 16] = B[(i / 16 / T * n + k + i / 16 % T) * width + blockIdx.x * 16 + i % 16];
    __syncthreads();
    for (int j = 0; j < T; ++j)
      for (int i = 0; i < 4; ++i)
        sum[i] += a[y][j] * w[i][j][x];
    __syncthreads();
  }
  const float state = tanhf(sum[0]) / (1 + expf(-sum[1])) + 1 / (1 + expf(-sum[2]));
  C[(blockIdx.y * 16 + y) * width + blockIdx.x * 16 + x] = tanhf(state) / (1 + expf(-sum[3]));
"""),
    ("moments", "float", False, {16: "32,8", 64: "32,8"}, "264,8,4096 33,4,4096", """\
  __shared__ float s[T][33];
  const int x = threadIdx.x, y = threadIdx.y, width = gridDim.x * 32;
  float mean = 0, squares = 0;
  for (int k = 0; k < n; k += T) {
    for (int i = y; i < T; i += 8)
      s[i][x] = A[(blockIdx.y * n + k + i) % 2048 * width + blockIdx.x * 32 + x];
    __syncthreads();
    for (int i = y; i < T; i += 8) {
      const float off = s[i][x] - mean;
      mean += off * B[k / 8 + i / 8];
      squares += off * (s[i][x] - mean);
    }
    __syncthreads();
  }
  C[(blockIdx.y * 8 + y) * width + blockIdx.x * 32 + x] = mean + squares;
"""),
), "algebra": (
    ("updates", "double", False, {8: "16,16", 16: "16,16"}, "24,22,1024 6,6,512", """\
  __shared__ double a[T][64], b[T][64], d[T];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, width = gridDim.x * 64, height = gridDim.y * 64;
  double sum[4][4] = {};
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < T * 64; i += 256) {
      a[i / 64][i % 64] = A[(k + i / 64) * height + blockIdx.y * 64 + i % 64];
      b[i / 64][i % 64] = B[(k + i / 64) * width + blockIdx.x * 64 + i % 64];
    }
    if (t < T)
      d[t] = B[k + t];
    __syncthreads();
    for (int j = 0; j < T; ++j)
      for (int i = 0; i < 4; ++i)
        for (int l = 0; l < 4; ++l)
          sum[i][l] -= a[j][y * 4 + i] * d[j] * b[j][x * 4 + l];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int l = 0; l < 4; ++l)
      C[(blockIdx.y * 64 + y * 4 + i) * width + blockIdx.x * 64 + x * 4 + l] = sum[i][l];
"""),
    ("slices", "float", True, {8: "16,16", 16: "16,16"}, "8,128,2048 4,16,2048", """\
  __shared__ float a[T][64], b[T][64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, width = gridDim.x * 64, from = blockIdx.y * n % 16384;
  float sum[4][4] = {};
  for (int k = from; k < from + n; k += T) {
    for (int i = t; i < T * 16; i += 256) {
      const float4 four = *(const float4 *)&A[i * 4 / T * 16384 + k + i * 4 % T];
      a[i * 4 % T][i * 4 / T] = four.x;
      a[i * 4 % T + 1][i * 4 / T] = four.y;
      a[i * 4 % T + 2][i * 4 / T] = four.z;
      a[i * 4 % T + 3][i * 4 / T] = four.w;
      *(float4 *)&b[i / 16][i % 16 * 4] = *(const float4 *)&B[(k + i / 16) * width + blockIdx.x * 64 + i % 16 * 4];
    }
""" + SQUARES),
    ("sparseByDense", "float", True, {64: "64,1", 128: "128,1"}, "2112,1,1024 66,1,1024", """\
  __shared__ float value[T];
  __shared__ int row[T];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    value[t] = A[blockIdx.x * n + k + t];
    row[t] = ((const int *)B)[blockIdx.x * n + k + t] & 8191;
    __syncthreads();
    for (int j = 0; j < T; ++j)
      sum += value[j] * A[row[j] * T + t];
    __syncthreads();
  }
  C[blockIdx.x * T + t] = sum;
"""),
), "points": (
    ("neighbours", "float", True, {32: "128,1", 128: "128,1"}, "528,1,4096 66,1,4096", """\
  __shared__ float4 s[T][4];
  const float4 *all = (const float4 *)A;
  const int t = threadIdx.x, own = (blockIdx.x * 128 + t) * 4;
  float4 at[4];
  float least[4] = {1e30f, 1e30f, 1e30f, 1e30f};
  for (int j = 0; j < 4; ++j)
    at[j] = ((const float4 *)B)[own + j];
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < 4 * T; i += 128)
      s[i / 4][i % 4] = all[k * 4 + i];
    __syncthreads();
    for (int i = 0; i < T; ++i) {
      float sum = 0;
      for (int j = 0; j < 4; ++j) {
        const float dx = s[i][j].x - at[j].x, dy = s[i][j].y - at[j].y, dz = s[i][j].z - at[j].z, dw = s[i][j].w - at[j].w;
        sum += dx * dx + dy * dy + dz * dz + dw * dw;
      }
      for (int j = 0; j < 4; ++j) {
        const float more = fmaxf(sum, least[j]);
        least[j] = fminf(sum, least[j]);
        sum = more;
      }
    }
    __syncthreads();
  }
  C[blockIdx.x * 128 + t] = least[0] + least[1] + least[2] + least[3];
"""),
    ("vortices", "float", False, {64: "64,1", 128: "128,1"}, "1056,1,8192 66,1,8192", """\
  __shared__ float4 at[T], strength[T];
  const int t = threadIdx.x;
  const float4 own = ((const float4 *)A)[blockIdx.x * T + t];
  float x = 0, y = 0, z = 0;
  for (int k = 0; k < n; k += T) {
    at[t] = ((const float4 *)A)[k + t];
    strength[t] = ((const float4 *)B)[k + t];
    __syncthreads();
    for (int j = 0; j < T; ++j) {
      const float4 p = at[j], q = strength[j];
      const float dx = own.x - p.x, dy = own.y - p.y, dz = own.z - p.z;
      const float r = rsqrtf(dx * dx + dy * dy + dz * dz + p.w * p.w + 0.01f), f = r * r * r;
      x += (q.y * dz - q.z * dy) * f;
      y += (q.z * dx - q.x * dz) * f;
      z += (q.x * dy - q.y * dx) * f;
    }
    __syncthreads();
  }
  C[blockIdx.x * T + t] = x + y + z;
"""),
    ("spheres", "float", True, {32: "16,8", 128: "16,16"}, "64,66,1024 6,6,1024", """\
  __shared__ float4 s[T];
  const int t = threadIdx.y * 16 + threadIdx.x, x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = x * 0.001f - 0.5f, v = y * 0.001f - 0.5f, length = rsqrtf(u * u + v * v + 1);
  float nearest = 1e30f, which = -1;
  for (int k = 0; k < n; k += T) {
    if (t < T)
      s[t] = ((const float4 *)A)[k + t];
    __syncthreads();
    for (int j = 0; j < T; ++j) {
      const float along = (s[j].x * u + s[j].y * v + s[j].z) * length;
      const float rest = along * along - s[j].x * s[j].x - s[j].y * s[j].y - s[j].z * s[j].z + s[j].w * s[j].w;
      const float hit = along - sqrtf(fabsf(rest));
      if (rest > 0 && hit > 0 && hit < nearest) {
        nearest = hit;
        which = k + j;
      }
    }
    __syncthreads();
  }
  C[y * gridDim.x * 16 + x] = which;
"""),
), "signals": (
    ("alignments", "int", False, {64: "128,1", 256: "256,1"}, "528,1,4096 66,1,4096", """\
  __shared__ int s[T];
  const int t = threadIdx.x, own = B[blockIdx.x * blockDim.x + t] & 15;
  int last = 0, before = 0, most = 0;
  for (int k = 0; k < n; k += T) {
    if (t < T)
      s[t] = A[blockIdx.x * n + k + t] & 15;
    __syncthreads();
    for (int j = 0; j < T; ++j) {
      const int side = __shfl_up_sync(~0u, last, 1);
      last = max(max(before + (s[j] == own ? 3 : -2), 0), max(side, last) - 2);
      before = side;
      most = max(most, last);
    }
    __syncthreads();
  }
  C[blockIdx.x * blockDim.x + t] = most;
"""),
    ("spectra", "float", False, {128: "32,1", 512: "128,1"}, "1056,1,256 132,1,256", """\
  __shared__ float2 s[T];
  const int t = threadIdx.x;
  const float2 w = ((const float2 *)B)[t];
  float sum[4] = {};
  for (int k = 0; k < n; ++k) {
    for (int i = t; i < T; i += T / 4)
      s[i] = ((const float2 *)A)[(blockIdx.x * n + k) % 16384 * T + i];
    __syncthreads();
    const float2 a = s[t * 4], b = s[t * 4 + 1], c = s[t * 4 + 2], d = s[(t * 4 + 3 + k) % T];
    const float2 p = {a.x + c.x, a.y + c.y}, q = {a.x - c.x, a.y - c.y}, u = {b.x + d.x, b.y + d.y}, v = {b.x - d.x, b.y - d.y};
    const float2 e = {(p.x - u.x) * w.x - (p.y - u.y) * w.y, (p.x - u.x) * w.y + (p.y - u.y) * w.x};
    sum[0] += (p.x + u.x) * (p.x + u.x) + (p.y + u.y) * (p.y + u.y);
    sum[1] += (q.x + v.y) * (q.x + v.y) + (q.y - v.x) * (q.y - v.x);
    sum[2] += e.x * e.x + e.y * e.y;
    sum[3] += (q.x - v.y) * (q.x - v.y) + (q.y + v.x) * (q.y + v.x);
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    C[blockIdx.x * T + i * T / 4 + t] = sum[i];
"""),
    ("tf32", "float", True, {16: "128,1", 32: "128,1"}, "32,33,2048 6,6,1024", """\
  __shared__ float a[64][T], b[T][64];
  const int t = threadIdx.x, warp = t / 32, width = gridDim.x * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum[4];
  for (int i = 0; i < 4; ++i)
    wmma::fill_fragment(sum[i], 0);
  for (int k = 0; k < n; k += T) {
    for (int i = t; i < 16 * T; i += 128) {
      *(float4 *)&a[i * 4 / T][i * 4 % T] = *(const float4 *)&A[(blockIdx.y * 64 + i * 4 / T) * n + k + i * 4 % T];
      *(float4 *)&b[i / 16][i % 16 * 4] = *(const float4 *)&B[(k + i / 16) * width + blockIdx.x * 64 + i % 16 * 4];
    }
    __syncthreads();
    for (int j = 0; j < T; j += 8) {
      wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> u;
      wmma::load_matrix_sync(u, &a[warp * 16][j], T);
      for (int e = 0; e < u.num_elements; ++e)
        u.x[e] = wmma::__float_to_tf32(u.x[e]);
      for (int i = 0; i < 4; ++i) {
        wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> v;
        wmma::load_matrix_sync(v, &b[j][i * 16], 64);
        for (int e = 0; e < v.num_elements; ++e)
          v.x[e] = wmma::__float_to_tf32(v.x[e]);
        wmma::mma_sync(sum[i], u, v, sum[i]);
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    wmma::store_matrix_sync(&C[(blockIdx.y * 64 + warp * 16) * width + blockIdx.x * 64 + i * 16], sum[i], width,
                            wmma::mem_row_major);
"""),
)}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for file, kinds in KINDS.items():
        (folder / f"{file}.cu").write_text(HEAD + "".join(
            KERNEL.format(type=kind, block=block, sizes=sizes, name=name, tile=tile, text=text,
                          restrict="__restrict__ " * restrict)
            for name, kind, restrict, blocks, sizes, text in kinds for tile, block in blocks.items()))


if __name__ == "__main__":
    main()
