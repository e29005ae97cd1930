//===- igemm_int2.cu - integer GEMM, two elements per copy ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N) in 32-bit integers, row-major; M multiple
// of 16, N and K of 32. Tiles of int2: two neighbours along K in A, two columns
// in B.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BM = 16;
constexpr int BN = 32;
constexpr int BK = 32;

__global__ void igemm_int2(const int2 *__restrict__ A,
                           const int2 *__restrict__ B, int2 *__restrict__ C,
                           int N, int K) {
  __shared__ int2 As[BM][BK / 2];
  __shared__ int2 Bs[BK][BN / 2];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int lda = K / 2; // row lengths in pairs
  const int ldb = N / 2;
  const int row = blockIdx.y * BM + ty;
  const int col = blockIdx.x * (BN / 2) + tx;

  int2 sum = make_int2(0, 0);
  for (int k0 = 0; k0 < K; k0 += BK) {
    As[ty][tx] = A[row * lda + k0 / 2 + tx];
    Bs[ty][tx] = B[(k0 + ty) * ldb + col];
    Bs[ty + BK / 2][tx] = B[(k0 + ty + BK / 2) * ldb + col];
    __syncthreads();

#pragma unroll 4
    for (int k = 0; k < BK; k += 2) {
      const int2 a = As[ty][k / 2];
      const int2 b0 = Bs[k][tx];
      const int2 b1 = Bs[k + 1][tx];
      sum.x += a.x * b0.x + a.y * b1.x;
      sum.y += a.x * b0.y + a.y * b1.y;
    }
    __syncthreads();
  }

  C[row * ldb + col] = sum;
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM), block(BN / 2, BM);
  harness::gemm<int, int>(
      r, harness::Exact, [&](const int *A, const int *B, int *C) {
        igemm_int2<<<grid, block>>>(reinterpret_cast<const int2 *>(A),
                                    reinterpret_cast<const int2 *>(B),
                                    reinterpret_cast<int2 *>(C), r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("igemm_int2", run,
            {{16, 32, 0},
             {32, 32, 32},
             {16, 64, 64},
             {32, 32, 96},
             {16, 32, 128},
             {16, 32, 160},
             {64, 64, 288}});
  return suite.exitCode();
}
