//===- sgemm_two_inductions.cu - tiled SGEMM, two offsets step together ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M multiple of BM, N of BN, K of
// BK.
// Loop: a walks to the right in A while b walks down in B, up to and including
// the last tile of A (a <= aEnd), which for K = 0 lies before the first.
//===----------------------------------------------------------------------===//

#include "harness.h"

/// A block of BN x BM / 2 threads; each computes two elements of C.
template <int BM, int BN, int BK>
__global__ void sgemm_two_inductions(const float *A, const float *B, float *C,
                                     int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];

  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int thread = y * BN + x;
  const int half = BM / 2;

  // Offsets of this thread's elements in the first and the last tile of A.
  const int aRow = thread / BK, aCol = thread % BK;
  const int rowsPerCopy = BN * half / BK;
  const int aFirst = (blockIdx.y * BM + aRow) * K + aCol;
  const int aEnd = aFirst + K - BK;
  const int bFirst = y * N + blockIdx.x * BN + x;

  float upper = 0.0f, lower = 0.0f;
  for (int a = aFirst, b = bFirst; a <= aEnd; a += BK, b += BK * N) {
    for (int i = 0; i < BM; i += rowsPerCopy)
      As[aRow + i][aCol] = A[a + i * K];
    for (int i = 0; i < BK; i += half)
      Bs[y + i][x] = B[b + i * N];
    __syncthreads();

#pragma unroll 8
    for (int k = 0; k < BK; ++k) {
      upper += As[y][k] * Bs[k][x];
      lower += As[y + half][k] * Bs[k][x];
    }
    __syncthreads();
  }

  const int row = blockIdx.y * BM + y;
  const int col = blockIdx.x * BN + x;
  C[row * N + col] = upper;
  C[(row + half) * N + col] = lower;
}

template <int BM, int BN, int BK> static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM), block(BN, BM / 2);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_two_inductions<BM, BN, BK><<<grid, block>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_two_inductions_16x32x16", run<16, 32, 16>,
            {{32, 32, 0},
             {16, 32, 16},
             {32, 32, 32},
             {16, 64, 48},
             {16, 32, 64},
             {32, 32, 80}});
  suite.add("sgemm_two_inductions_32x32x32", run<32, 32, 32>,
            {{32, 32, 0}, {32, 64, 32}, {64, 32, 64}, {32, 32, 224}});
  return suite.exitCode();
}
