//===- sgemm_one_temporary.cu - SGEMM, one float4 serves both loads -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 64, K of 16.
// Loads: one float4 temporary first carries a piece of A, which is scattered
// into a transposed tile, and is then reused for a piece of B.
//===----------------------------------------------------------------------===//

#include "harness.h"

#define BM 64
#define BN 64
#define BK 16
#define TM 4
#define TN 4

#define LOAD4(p) (*reinterpret_cast<const float4 *>(p))
#define STORE4(p) (*reinterpret_cast<float4 *>(p))

__global__ void sgemm_one_temporary(const float *A, const float *B, float *C,
                                    int N, int K) {
  __shared__ float At[BK][BM];
  __shared__ float Bs[BK][BN];

  const int t = threadIdx.x; // of 256
  const int am = t / 4, ak = t % 4 * 4;
  const int bk = t / 16, bn = t % 16 * 4;
  const int m = t / (BN / TN) * TM;
  const int n = t % (BN / TN) * TN;

  const float *aTile = A + blockIdx.y * BM * K;
  const float *bTile = B + blockIdx.x * BN;

  float acc[TM][TN] = {{0.0f}};
  float4 v;

  for (int kk = 0; kk < K; kk += BK) {
    v = LOAD4(aTile + am * K + kk + ak);
    At[ak][am] = v.x;
    At[ak + 1][am] = v.y;
    At[ak + 2][am] = v.z;
    At[ak + 3][am] = v.w;

    v = LOAD4(bTile + (kk + bk) * N + bn);
    STORE4(&Bs[bk][bn]) = v;
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      const float4 a = LOAD4(&At[k][m]);
      const float4 b = LOAD4(&Bs[k][n]);
      const float as[TM] = {a.x, a.y, a.z, a.w};
      const float bs[TN] = {b.x, b.y, b.z, b.w};
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
          acc[i][j] = fmaf(as[i], bs[j], acc[i][j]);
    }
    __syncthreads();
  }

  C += (blockIdx.y * BM + m) * N + blockIdx.x * BN + n;
  for (int i = 0; i < TM; ++i)
    STORE4(C + i * N) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_one_temporary<<<grid, 256>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_one_temporary", run,
            {{64, 64, 0},
             {64, 64, 16},
             {64, 64, 32},
             {64, 64, 48},
             {64, 64, 64},
             {64, 64, 80},
             {64, 64, 144}});
  return suite.exitCode();
}
