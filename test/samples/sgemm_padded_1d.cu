//===- sgemm_padded_1d.cu - tiled SGEMM with flat, padded tiles -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 32, K of 16.
// Tiles: one-dimensional arrays; A is stored transposed and each of its rows
// is one float longer than needed, so that the scattered stores fall into
// different banks.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BM = 32, BN = 32, BK = 16;
constexpr int LDA = BM + 1; // padded
constexpr int LDB = BN;
constexpr int THREADS = 256;

__global__ void sgemm_padded_1d(const float *A, const float *B, float *C, int N,
                                int K) {
  __shared__ float As[BK * LDA];
  __shared__ float Bs[BK * LDB];

  const int tid = threadIdx.x;
  const int ak = tid % BK, am = tid / BK; // 16 rows of A in one go
  const int bn = tid % BN, bk = tid / BN; // 8 rows of B in one go
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  const int tn = tid % BN;            // this thread's column of C,
  const int tm = tid / BN * (BM / 8); // and its first of four rows

  float acc[4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    As[ak * LDA + am] = A[(row0 + am) * K + k0 + ak];
    As[ak * LDA + am + 16] = A[(row0 + am + 16) * K + k0 + ak];
    Bs[bk * LDB + bn] = B[(k0 + bk) * N + col0 + bn];
    Bs[(bk + 8) * LDB + bn] = B[(k0 + bk + 8) * N + col0 + bn];
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float b = Bs[k * LDB + tn];
      acc[0] += As[k * LDA + tm + 0] * b;
      acc[1] += As[k * LDA + tm + 1] * b;
      acc[2] += As[k * LDA + tm + 2] * b;
      acc[3] += As[k * LDA + tm + 3] * b;
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    C[(row0 + tm + i) * N + col0 + tn] = acc[i];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_padded_1d<<<grid, THREADS>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_padded_1d", run,
            {{32, 32, 0},
             {32, 64, 16},
             {64, 32, 32},
             {32, 32, 48},
             {32, 32, 64},
             {32, 32, 80},
             {64, 64, 208}});
  return suite.exitCode();
}
