//===- sgemm_load_rows.cu - SGEMM with small loading and storing functions ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 32, K of 32.
// One function stores what another loaded (tile A, float4s); one copies a line
// and is called in a loop (tile B).
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 32;
constexpr int ROWS = 4; // of the tiles per thread

__device__ float4 loadVector(const float *from) {
  return *reinterpret_cast<const float4 *>(from);
}

__device__ void storeVector(float *to, float4 v) {
  *reinterpret_cast<float4 *>(to) = v;
}

static __device__ void copy_line(float *to, const float *from, int scale) {
  const float v = from[threadIdx.x];
  to[threadIdx.x] = scale > 1 ? v * scale : v;
}

__global__ void sgemm_load_rows(const float *__restrict__ A,
                                const float *__restrict__ B,
                                float *__restrict__ C, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int thread = threadIdx.y * TILE + threadIdx.x;
  const int row = blockIdx.y * TILE, col = blockIdx.x * TILE;
  float acc[ROWS] = {};

  for (int k0 = 0; k0 < K; k0 += TILE) {
    int r = thread / (TILE / 4), c = thread % (TILE / 4) * 4;
    storeVector(&As[r][c], loadVector(A + (row + r) * K + k0 + c));
#pragma unroll
    for (int i = 0; i < ROWS; ++i)
      copy_line(Bs[threadIdx.y + i * (TILE / ROWS)],
                B + (k0 + threadIdx.y + i * (TILE / ROWS)) * N + col, 1);
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      for (int i = 0; i < ROWS; ++i)
        acc[i] += As[threadIdx.y * ROWS + i][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }

  for (int i = 0; i < ROWS; ++i)
    C[(row + threadIdx.y * ROWS + i) * N + col + threadIdx.x] = acc[i];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % TILE == 0 && r.N % TILE == 0 && r.K % TILE == 0))
    return;
  dim3 grid(r.N / TILE, r.M / TILE), block(TILE, TILE / ROWS);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_load_rows<<<grid, block>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "sgemm_load_rows", run,
      {{32, 32, 0}, {32, 32, 32}, {32, 32, 64}, {32, 64, 96}, {32, 32, 224}});
  return suite.exitCode();
}
