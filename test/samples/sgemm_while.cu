//===- sgemm_while.cu - tiled SGEMM with a while loop ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K.
// Loop: while (k0 < K), stepped in the last statement. Loads: if/else with
// zeros outside of the matrices.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE_M = 16, TILE_N = 32, TILE_K = 16;

__global__ void sgemm_while(const float *A, const float *B, float *C, int M,
                            int N, int K) {
  __shared__ float sA[TILE_M][TILE_K];
  __shared__ float sB[TILE_K][TILE_N];

  // A block is TILE_N x TILE_M threads; half of them load A.
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * TILE_M + ty;
  const int col = blockIdx.x * TILE_N + tx;

  float value = 0.f;
  int k0 = 0;
  while (k0 < K) {
    if (tx < TILE_K) {
      if (row < M && k0 + tx < K)
        sA[ty][tx] = A[row * K + k0 + tx];
      else
        sA[ty][tx] = 0.f;
    }
    if (k0 + ty < K && col < N)
      sB[ty][tx] = B[(k0 + ty) * N + col];
    else
      sB[ty][tx] = 0.f;
    __syncthreads();

    for (int k = 0; k < TILE_K; k++)
      value = fmaf(sA[ty][k], sB[k][tx], value);
    __syncthreads();
    k0 += TILE_K;
  }

  if (row < M && col < N)
    C[row * N + col] = value;
}

static void run(harness::Run &r) {
  dim3 grid(harness::ceilDiv(r.N, TILE_N), harness::ceilDiv(r.M, TILE_M));
  dim3 block(TILE_N, TILE_M);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_while<<<grid, block>>>(A, B, C, r.M, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_while", run,
            {{16, 32, 0},
             {16, 33, 7},
             {17, 32, 16},
             {30, 40, 32},
             {15, 31, 47},
             {48, 32, 50},
             {16, 64, 80},
             {50, 60, 145}});
  return suite.exitCode();
}
