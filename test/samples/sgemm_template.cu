//===- sgemm_template.cu - SGEMM whose tile sizes are template parameters -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M multiple of BM, N of BN, K of
// BK. Two instances with different sizes, thread counts and shared memory.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(BM / TM * BN / TN)
    sgemm_template(const float *__restrict__ A, const float *__restrict__ B,
                   float *__restrict__ C, int N, int K) {
  constexpr int Threads = (BM / TM) * (BN / TN);
  static_assert(Threads % BK == 0 && Threads % BN == 0, "whole rows per copy");
  static_assert(BM % (Threads / BK) == 0 && BK % (Threads / BN) == 0,
                "whole copies per tile");

  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];

  const int tid = threadIdx.x;
  const int row0 = blockIdx.y * BM;
  const int col0 = blockIdx.x * BN;
  const int row = tid / (BN / TN) * TM;
  const int col = tid % (BN / TN) * TN;

  float acc[TM][TN] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int i = 0; i < BM; i += Threads / BK)
      As[i + tid / BK][tid % BK] = A[(row0 + i + tid / BK) * K + k0 + tid % BK];
#pragma unroll
    for (int i = 0; i < BK; i += Threads / BN)
      Bs[i + tid / BN][tid % BN] = B[(k0 + i + tid / BN) * N + col0 + tid % BN];
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k)
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
          acc[i][j] += As[row + i][k] * Bs[k][col + j];
    __syncthreads();
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(row0 + row + i) * N + col0 + col + j] = acc[i][j];
}

template <int BM, int BN, int BK, int TM, int TN>
static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM), block(BM / TM * BN / TN);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_template<BM, BN, BK, TM, TN><<<grid, block>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_template_64x64x8", run<64, 64, 8, 4, 4>,
            {{64, 64, 0},
             {64, 64, 8},
             {64, 64, 16},
             {64, 64, 24},
             {64, 64, 32},
             {64, 64, 40},
             {64, 64, 104}});
  suite.add("sgemm_template_32x64x16", run<32, 64, 16, 4, 2>,
            {{32, 64, 0}, {32, 64, 16}, {64, 64, 32}, {32, 64, 176}});
  return suite.exitCode();
}
