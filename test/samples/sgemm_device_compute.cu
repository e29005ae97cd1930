//===- sgemm_device_compute.cu - SGEMM, a function works on the tiles -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 32, K of 16.
// The computation is a __device__ function that takes one tile as a reference
// to an array and the other as a pointer to its first element.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BM = 32, BN = 32, BK = 16;
constexpr int PER_THREAD = 4;

/// Adds rows [row, row + PER_THREAD) of the product of two tiles to sums.
__device__ void multiplyTiles(const float (&a)[BM][BK], const float *b, int row,
                              int col, float *sums) {
#pragma unroll
  for (int k = 0; k < BK; ++k)
#pragma unroll
    for (int i = 0; i < PER_THREAD; ++i)
      sums[i] += a[row + i][k] * b[k * BN + col];
}

__global__ void sgemm_device_compute(const float *A, const float *B, float *C,
                                     int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK * BN];

  const int tid = threadIdx.x;
  const int col = tid % BN;
  const int row = tid / BN * PER_THREAD;

  const float *aBlock = A + blockIdx.y * BM * K;
  const float *bBlock = B + blockIdx.x * BN;

  float sums[PER_THREAD] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    As[tid / BK][tid % BK] = aBlock[tid / BK * K + k0 + tid % BK];
    As[tid / BK + 16][tid % BK] = aBlock[(tid / BK + 16) * K + k0 + tid % BK];
    Bs[tid] = bBlock[(k0 + tid / BN) * N + tid % BN];
    Bs[tid + 256] = bBlock[(k0 + tid / BN + 8) * N + tid % BN];
    __syncthreads();

    multiplyTiles(As, Bs, row, col, sums);
    __syncthreads();
  }

  for (int i = 0; i < PER_THREAD; ++i)
    C[(blockIdx.y * BM + row + i) * N + blockIdx.x * BN + col] = sums[i];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_device_compute<<<grid, 256>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_device_compute", run,
            {{32, 32, 0},
             {32, 32, 16},
             {64, 32, 32},
             {32, 64, 48},
             {32, 32, 64},
             {32, 32, 80},
             {64, 64, 176}});
  return suite.exitCode();
}
