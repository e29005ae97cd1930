//===- hgemm_mma_sync.cu - half GEMM with ldmatrix and mma.sync -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N, float) = A (M x K, half) * B (K x N, half), row-major; M, N
// multiples of 64, K of 32. Four warps share a 64x64 tile of C. The tiles are
// read by inline PTX through addresses in the shared window (PTX ISA, ldmatrix
// and mma.m16n8k16).
//===----------------------------------------------------------------------===//
// Forms: partitioned fragments

#include "harness.h"
#include <cuda_fp16.h>

constexpr int BM = 64, BN = 64, BK = 32;
constexpr int PAD = 8; // halves; rows of 8x8 blocks fall into different banks
constexpr int WM = 32, WN = 32;
constexpr int THREADS = (BM / WM) * (BN / WN) * 32;

__device__ inline void loadFour(unsigned (&reg)[4], unsigned address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
               : "=r"(reg[0]), "=r"(reg[1]), "=r"(reg[2]), "=r"(reg[3])
               : "r"(address));
}

__device__ inline void loadFourTransposed(unsigned (&reg)[4],
                                          unsigned address) {
  asm volatile(
      "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];\n"
      : "=r"(reg[0]), "=r"(reg[1]), "=r"(reg[2]), "=r"(reg[3])
      : "r"(address));
}

__device__ inline void multiply(float (&c)[4], const unsigned (&a)[4],
                                unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__global__ __launch_bounds__(THREADS) void hgemm_mma_sync(
    const half *__restrict__ A, const half *__restrict__ B,
    float *__restrict__ C, int N, int K) {
  __shared__ alignas(16) half As[BM][BK + PAD];
  __shared__ alignas(16) half Bs[BK][BN + PAD];

  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int warpRow = warp / (BN / WN) * WM;
  const int warpCol = warp % (BN / WN) * WN;

  // Two float4 (eight halves each) of each tile per thread.
  const int aRow = threadIdx.x / (BK / 8), aCol = threadIdx.x % (BK / 8) * 8;
  const int bRow = threadIdx.x / (BN / 8), bCol = threadIdx.x % (BN / 8) * 8;
  const half *aSrc = A + (blockIdx.y * BM + aRow) * K + aCol;
  const half *bSrc = B + bRow * N + blockIdx.x * BN + bCol;

  float acc[WM / 16][WN / 8][4] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    *(float4 *)&As[aRow][aCol] = *(const float4 *)aSrc;
    *(float4 *)&As[aRow + BM / 2][aCol] = *(const float4 *)(aSrc + BM / 2 * K);
    *(float4 *)&Bs[bRow][bCol] = *(const float4 *)bSrc;
    *(float4 *)&Bs[bRow + BK / 2][bCol] = *(const float4 *)(bSrc + BK / 2 * N);
    aSrc += BK;
    bSrc += BK * N;
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; k += 16) {
      unsigned a[WM / 16][4], b[WN / 16][4];
#pragma unroll
      for (int i = 0; i < WM / 16; ++i)
        loadFour(a[i],
                 (unsigned)__cvta_generic_to_shared(
                     &As[warpRow + i * 16 + lane % 16][k + lane / 16 * 8]));
#pragma unroll
      for (int j = 0; j < WN / 16; ++j)
        loadFourTransposed(
            b[j], (unsigned)__cvta_generic_to_shared(
                      &Bs[k + lane % 16][warpCol + j * 16 + lane / 16 * 8]));
#pragma unroll
      for (int i = 0; i < WM / 16; ++i)
#pragma unroll
        for (int j = 0; j < WN / 8; ++j)
          multiply(acc[i][j], a[i], b[j / 2][j % 2 * 2],
                   b[j / 2][j % 2 * 2 + 1]);
    }
    __syncthreads();
  }

  const int row = blockIdx.y * BM + warpRow + lane / 4;
  const int col = blockIdx.x * BN + warpCol + lane % 4 * 2;
  for (int i = 0; i < WM / 16; ++i)
    for (int j = 0; j < WN / 8; ++j) {
      float *upper = &C[(row + i * 16) * N + col + j * 8];
      *(float2 *)upper = make_float2(acc[i][j][0], acc[i][j][1]);
      *(float2 *)(upper + 8 * N) = make_float2(acc[i][j][2], acc[i][j][3]);
    }
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<half, float>(
      r, harness::Fp16, [&](const half *A, const half *B, float *C) {
        hgemm_mma_sync<<<grid, THREADS>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("hgemm_mma_sync", run,
            {{64, 64, 0},
             {64, 64, 32},
             {64, 64, 64},
             {64, 64, 96},
             {64, 64, 128},
             {64, 64, 160},
             {64, 64, 288}});
  return suite.exitCode();
}
