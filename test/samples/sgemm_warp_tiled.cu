//===- sgemm_warp_tiled.cu - SGEMM tiled by block, warp and thread --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 64, K of 16.
//
// Four warps share a 64x64 tile of C, 32x32 each. In a warp, lanes form a grid
// of 4x8; a lane owns two bands of four rows and one group of four columns, so
// that the lanes of a row read neighbouring float4s.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BM = 64, BN = 64, BK = 16; // block
constexpr int WM = 32, WN = 32;          // warp
constexpr int BANDS = 2;                 // bands of rows per lane
constexpr int TM = 4, TN = 4;            // per lane and band
constexpr int THREADS = (BM / WM) * (BN / WN) * 32;

__global__ __launch_bounds__(THREADS) void sgemm_warp_tiled(
    const float *__restrict__ A, const float *__restrict__ B,
    float *__restrict__ C, int N, int K) {
  __shared__ float As[BK][BM];
  __shared__ float Bs[BK][BN];

  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  const int warpRow = warp / (BN / WN) * WM;
  const int warpCol = warp % (BN / WN) * WN;
  const int laneRow = lane / 8 * TM;
  const int laneCol = lane % 8 * TN;

  // Copies: rows of A are BK / 4 float4s wide, rows of B BN / 4.
  constexpr int aStride = THREADS / (BK / 4);
  constexpr int bStride = THREADS / (BN / 4);
  const int aRow = threadIdx.x / (BK / 4), aCol = threadIdx.x % (BK / 4) * 4;
  const int bRow = threadIdx.x / (BN / 4), bCol = threadIdx.x % (BN / 4) * 4;

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;

  float acc[BANDS][TM][TN] = {};
  float aReg[BANDS][TM];
  float bReg[TN];

  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int i = 0; i < BM; i += aStride) {
      const float4 v =
          *reinterpret_cast<const float4 *>(A + (aRow + i) * K + aCol);
      As[aCol + 0][aRow + i] = v.x;
      As[aCol + 1][aRow + i] = v.y;
      As[aCol + 2][aRow + i] = v.z;
      As[aCol + 3][aRow + i] = v.w;
    }
#pragma unroll
    for (int i = 0; i < BK; i += bStride)
      *reinterpret_cast<float4 *>(&Bs[bRow + i][bCol]) =
          *reinterpret_cast<const float4 *>(B + (bRow + i) * N + bCol);
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
#pragma unroll
      for (int band = 0; band < BANDS; ++band)
#pragma unroll
        for (int i = 0; i < TM; ++i)
          aReg[band][i] = As[k][warpRow + band * (WM / BANDS) + laneRow + i];
#pragma unroll
      for (int j = 0; j < TN; ++j)
        bReg[j] = Bs[k][warpCol + laneCol + j];
#pragma unroll
      for (int band = 0; band < BANDS; ++band)
#pragma unroll
        for (int i = 0; i < TM; ++i)
#pragma unroll
          for (int j = 0; j < TN; ++j)
            acc[band][i][j] += aReg[band][i] * bReg[j];
    }

    A += BK;
    B += BK * N;
    __syncthreads();
  }

  C += (blockIdx.y * BM + warpRow + laneRow) * N + blockIdx.x * BN + warpCol +
       laneCol;
  for (int band = 0; band < BANDS; ++band)
    for (int i = 0; i < TM; ++i) {
      const float *v = acc[band][i];
      *reinterpret_cast<float4 *>(C + (band * (WM / BANDS) + i) * N) =
          make_float4(v[0], v[1], v[2], v[3]);
    }
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_warp_tiled<<<grid, THREADS>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_warp_tiled", run,
            {{64, 64, 0},
             {64, 64, 16},
             {64, 64, 32},
             {64, 64, 48},
             {64, 64, 64},
             {64, 64, 80},
             {64, 64, 176}});
  return suite.exitCode();
}
