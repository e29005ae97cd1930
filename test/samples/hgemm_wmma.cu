//===- hgemm_wmma.cu - half GEMM on tensor cores through wmma -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N, float) = A (M x K, half) * B (K x N, half), row-major; M, N
// multiples of 64, K of 32. Four warps share a 64x64 tile of C, 2x2 fragments
// of 16x16 each. Loads: eight halves at a time, as int4, into padded rows.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 32;
constexpr int PAD = 8; // halves; keeps rows 16-byte aligned
constexpr int WARPS_M = 2, WARPS_N = 2;
constexpr int FRAG = 16;
constexpr int FRAGS_M = BM / WARPS_M / FRAG, FRAGS_N = BN / WARPS_N / FRAG;
constexpr int THREADS = WARPS_M * WARPS_N * 32;

__global__ void hgemm_wmma(const half *__restrict__ A,
                           const half *__restrict__ B, float *__restrict__ C,
                           int N, int K) {
  __shared__ alignas(32) half As[BM][BK + PAD];
  __shared__ alignas(32) half Bs[BK][BN + PAD];

  const int warp = threadIdx.x / 32;
  const int warpRow = warp / WARPS_N * FRAGS_M * FRAG;
  const int warpCol = warp % WARPS_N * FRAGS_N * FRAG;
  const int row0 = blockIdx.y * BM;
  const int col0 = blockIdx.x * BN;

  wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> acc[FRAGS_M]
                                                                [FRAGS_N];
  for (int i = 0; i < FRAGS_M; ++i)
    for (int j = 0; j < FRAGS_N; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int e = threadIdx.x * 8; e < BM * BK; e += THREADS * 8) {
      const int r = e / BK, c = e % BK;
      *reinterpret_cast<int4 *>(&As[r][c]) =
          *reinterpret_cast<const int4 *>(&A[(row0 + r) * K + k0 + c]);
    }
#pragma unroll
    for (int e = threadIdx.x * 8; e < BK * BN; e += THREADS * 8) {
      const int r = e / BN, c = e % BN;
      *reinterpret_cast<int4 *>(&Bs[r][c]) =
          *reinterpret_cast<const int4 *>(&B[(k0 + r) * N + col0 + c]);
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; k += FRAG) {
      wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, half, wmma::row_major>
          a[FRAGS_M];
      wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, half, wmma::row_major>
          b[FRAGS_N];
#pragma unroll
      for (int i = 0; i < FRAGS_M; ++i)
        wmma::load_matrix_sync(a[i], &As[warpRow + i * FRAG][k], BK + PAD);
#pragma unroll
      for (int j = 0; j < FRAGS_N; ++j)
        wmma::load_matrix_sync(b[j], &Bs[k][warpCol + j * FRAG], BN + PAD);
#pragma unroll
      for (int i = 0; i < FRAGS_M; ++i)
#pragma unroll
        for (int j = 0; j < FRAGS_N; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

  for (int i = 0; i < FRAGS_M; ++i)
    for (int j = 0; j < FRAGS_N; ++j)
      wmma::store_matrix_sync(
          &C[(row0 + warpRow + i * FRAG) * N + col0 + warpCol + j * FRAG],
          acc[i][j], N, wmma::mem_row_major);
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<half, float>(r, harness::Fp16,
                             [&](const half *A, const half *B, float *C) {
                               hgemm_wmma<<<grid, THREADS>>>(A, B, C, r.N, r.K);
                             });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("hgemm_wmma", run,
            {{64, 64, 0},
             {64, 64, 32},
             {64, 64, 64},
             {64, 64, 96},
             {64, 64, 128},
             {64, 64, 160},
             {64, 64, 288}});
  return suite.exitCode();
}
