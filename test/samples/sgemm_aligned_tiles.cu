//===- sgemm_aligned_tiles.cu - SGEMM with alignas(16) tiles --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 64, K of 16.
// Loads: float4 through named pointers into padded rows; the padding of four
// floats keeps every row 16-byte aligned.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

constexpr int BM = 64;
constexpr int BN = 64;
constexpr int BK = 16;
constexpr int PAD = 4;

__global__ __launch_bounds__(256) void sgemm_aligned_tiles(
    const float *__restrict__ A, const float *__restrict__ B,
    float *__restrict__ C, int N, int K) {
  alignas(16) __shared__ float As[BM][BK + PAD];
  alignas(16) __shared__ float Bs[BK][BN + PAD];

  const int tx = threadIdx.x % 16;
  const int ty = threadIdx.x / 16;
  const int aRow = threadIdx.x / 4, aCol = threadIdx.x % 4 * 4;
  const int bRow = threadIdx.x / 16, bCol = threadIdx.x % 16 * 4;

  const float *aSrc = A + (blockIdx.y * BM + aRow) * K + aCol;
  const float *bSrc = B + bRow * N + blockIdx.x * BN + bCol;

  float acc[4][4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    const float4 *aFrom = (const float4 *)(aSrc + k0);
    const float4 *bFrom = (const float4 *)(bSrc + k0 * N);
    float4 *aTo = (float4 *)&As[aRow][aCol];
    float4 *bTo = (float4 *)&Bs[bRow][bCol];
    *aTo = *aFrom;
    *bTo = *bFrom;
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      const float4 b = *(const float4 *)&Bs[k][tx * 4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float a = As[ty * 4 + i][k];
        acc[i][0] += a * b.x;
        acc[i][1] += a * b.y;
        acc[i][2] += a * b.z;
        acc[i][3] += a * b.w;
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i) {
    float *out = C + (blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN;
    *(float4 *)(out + tx * 4) =
        make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
  }
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_aligned_tiles<<<grid, 256>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_aligned_tiles", run,
            {{64, 64, 0},
             {64, 64, 16},
             {64, 64, 32},
             {64, 64, 48},
             {64, 64, 64},
             {64, 64, 80},
             {64, 64, 160}});
  return suite.exitCode();
}
