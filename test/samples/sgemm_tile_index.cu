//===- sgemm_tile_index.cu - tiled SGEMM of any size, a loop over tiles ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K.
// Loop: for (t = 0; t < ceil(K / Tile); ++t). Loads: one float of each tile
// per thread, zero outside of the matrices.
//===----------------------------------------------------------------------===//

#include "harness.h"

#define TILE 16

__global__ void sgemm_tile_index(const float *__restrict__ A,
                                 const float *__restrict__ B,
                                 float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float acc = 0.0f;

  for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
    int aCol = t * TILE + threadIdx.x;
    int bRow = t * TILE + threadIdx.y;
    As[threadIdx.y][threadIdx.x] =
        (row < M && aCol < K) ? A[row * K + aCol] : 0.0f;
    Bs[threadIdx.y][threadIdx.x] =
        (bRow < K && col < N) ? B[bRow * N + col] : 0.0f;

    __syncthreads();

#pragma unroll
    for (int k = 0; k < TILE; ++k)
      acc += As[threadIdx.y][k] * Bs[k][threadIdx.x];

    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = acc;
}

static void run(harness::Run &r) {
  dim3 grid(harness::ceilDiv(r.N, TILE), harness::ceilDiv(r.M, TILE));
  dim3 block(TILE, TILE);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_tile_index<<<grid, block>>>(A, B, C, r.M, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_tile_index", run,
            {{17, 19, 0},
             {16, 16, 1},
             {33, 17, 16},
             {5, 7, 31},
             {32, 32, 48},
             {50, 37, 45},
             {33, 31, 64},
             {20, 40, 79},
             {64, 64, 150}});
  return suite.exitCode();
}
