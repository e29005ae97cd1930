//===- sgemm_subset_loads.cu - SGEMM, some threads load, all compute ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 32, K of 8.
// Loads: the first 64 threads fetch A, the next 64 fetch B, one float4 each;
// the other 128 have nothing to copy.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

constexpr int BM = 32, BN = 32, BK = 8;
constexpr int THREADS = 256;

__global__ void sgemm_subset_loads(const float *A, const float *B, float *C,
                                   int N, int K) {
  __shared__ __align__(16) float As[BM][BK];
  __shared__ __align__(16) float Bs[BK][BN];

  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM;
  const int col0 = blockIdx.x * BN;
  const int col = tid % BN;
  const int row = tid / BN * 4;

  float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  for (int k0 = 0; k0 < K; k0 += BK) {
    if (tid < 64) {
      const int m = tid / 2, k = tid % 2 * 4;
      *(float4 *)&As[m][k] = *(const float4 *)&A[(row0 + m) * K + k0 + k];
    } else if (tid < 128) {
      const int k = (tid - 64) / 8, n = tid % 8 * 4;
      *(float4 *)&Bs[k][n] = *(const float4 *)&B[(k0 + k) * N + col0 + n];
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      const float b = Bs[k][col];
      c0 += As[row][k] * b;
      c1 += As[row + 1][k] * b;
      c2 += As[row + 2][k] * b;
      c3 += As[row + 3][k] * b;
    }
    __syncthreads();
  }

  float *out = C + (row0 + row) * N + col0 + col;
  out[0] = c0;
  out[N] = c1;
  out[2 * N] = c2;
  out[3 * N] = c3;
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_subset_loads<<<grid, THREADS>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_subset_loads", run,
            {{32, 32, 0},
             {32, 32, 8},
             {32, 64, 16},
             {64, 32, 24},
             {32, 32, 32},
             {32, 32, 40},
             {64, 64, 88}});
  return suite.exitCode();
}
