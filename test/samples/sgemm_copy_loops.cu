//===- sgemm_copy_loops.cu - SGEMM with block-strided copy loops ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K.
// Loads: all threads walk over each tile in strides of the block, guarded by
// if/else; one loop is unrolled, the other is left to the compiler.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BM = 32, BN = 64, BK = 16;
constexpr int THREADS = 128;
constexpr int ROWS = BM / (THREADS / BN); // rows of C per thread

__global__ void sgemm_copy_loops(const float *A, const float *B, float *C,
                                 int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];

  const int row0 = blockIdx.y * BM;
  const int col0 = blockIdx.x * BN;
  const int col = threadIdx.x % BN;
  const int band = threadIdx.x / BN * ROWS;

  float acc[ROWS] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int e = threadIdx.x; e < BM * BK; e += THREADS) {
      const int m = e / BK, k = e % BK;
      if (row0 + m < M && k0 + k < K)
        As[m][k] = A[(row0 + m) * K + k0 + k];
      else
        As[m][k] = 0.0f;
    }
    for (int e = threadIdx.x; e < BK * BN; e += THREADS) {
      const int k = e / BN, n = e % BN;
      if (k0 + k < K && col0 + n < N)
        Bs[k][n] = B[(k0 + k) * N + col0 + n];
      else
        Bs[k][n] = 0.0f;
    }
    __syncthreads();

    for (int k = 0; k < BK; ++k) {
      const float b = Bs[k][col];
#pragma unroll
      for (int i = 0; i < ROWS; ++i)
        acc[i] += As[band + i][k] * b;
    }
    __syncthreads();
  }

  for (int i = 0; i < ROWS; ++i)
    if (row0 + band + i < M && col0 + col < N)
      C[(row0 + band + i) * N + col0 + col] = acc[i];
}

static void run(harness::Run &r) {
  dim3 grid(harness::ceilDiv(r.N, BN), harness::ceilDiv(r.M, BM));
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_copy_loops<<<grid, THREADS>>>(A, B, C, r.M, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_copy_loops", run,
            {{32, 64, 0},
             {31, 65, 2},
             {32, 64, 16},
             {33, 30, 32},
             {20, 64, 41},
             {32, 50, 64},
             {64, 64, 80},
             {45, 64, 149}});
  return suite.exitCode();
}
