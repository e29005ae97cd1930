//===- hgemm_wmma_dynamic.cu - half GEMM, tiles and result in one memory --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N, float) = A (M x K, half) * B (K x N, half), row-major; M, N
// multiples of 64, K of 32. The computation is that of hgemm_wmma.cu. The tiles
// lie in dynamic shared memory behind pointers, and behind the loop each warp
// puts its fragments into the same memory, from where the block writes C by
// float4.
//===----------------------------------------------------------------------===//
// Forms: fragments

#include "harness.h"
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 32;
constexpr int LDA = BK + 8, LDB = BN + 8; // halves of a row, padded
constexpr int LDC = BN + 4;               // floats of a row of the result
constexpr int FRAG = 16, FRAGS = 2;       // each of four warps has 32x32 of C
constexpr int THREADS = 128;

constexpr size_t TILE_BYTES = (BM * LDA + BK * LDB) * sizeof(half);
constexpr size_t RESULT_BYTES = BM * LDC * sizeof(float);
constexpr size_t SHARED_BYTES =
    TILE_BYTES > RESULT_BYTES ? TILE_BYTES : RESULT_BYTES;

__global__ void hgemm_wmma_dynamic(const half *__restrict__ A,
                                   const half *__restrict__ B,
                                   float *__restrict__ C, int N, int K) {
  extern __shared__ __align__(128) unsigned char memory[];
  half *As = reinterpret_cast<half *>(memory);
  half *Bs = As + BM * LDA;

  const int warp = threadIdx.x / 32;
  const int warpRow = warp / 2 * 32, warpCol = warp % 2 * 32;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;

  wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> acc[FRAGS][FRAGS];
  for (int i = 0; i < FRAGS; ++i)
    for (int j = 0; j < FRAGS; ++j)
      wmma::fill_fragment(acc[i][j], 0.0f);

  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int e = threadIdx.x * 8; e < BM * BK; e += THREADS * 8) {
      const int r = e / BK, c = e % BK;
      *reinterpret_cast<int4 *>(&As[r * LDA + c]) =
          *reinterpret_cast<const int4 *>(&A[(row0 + r) * K + k0 + c]);
    }
#pragma unroll
    for (int e = threadIdx.x * 8; e < BK * BN; e += THREADS * 8) {
      const int r = e / BN, c = e % BN;
      *reinterpret_cast<int4 *>(&Bs[r * LDB + c]) =
          *reinterpret_cast<const int4 *>(&B[(k0 + r) * N + col0 + c]);
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; k += FRAG) {
      wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, half, wmma::row_major>
          a[FRAGS];
      wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, half, wmma::row_major>
          b[FRAGS];
#pragma unroll
      for (int i = 0; i < FRAGS; ++i)
        wmma::load_matrix_sync(a[i], &As[(warpRow + i * FRAG) * LDA + k], LDA);
#pragma unroll
      for (int j = 0; j < FRAGS; ++j)
        wmma::load_matrix_sync(b[j], &Bs[k * LDB + warpCol + j * FRAG], LDB);
#pragma unroll
      for (int i = 0; i < FRAGS; ++i)
#pragma unroll
        for (int j = 0; j < FRAGS; ++j)
          wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
    }
    __syncthreads();
  }

  float *result = reinterpret_cast<float *>(memory);
  for (int i = 0; i < FRAGS; ++i)
    for (int j = 0; j < FRAGS; ++j)
      wmma::store_matrix_sync(
          &result[(warpRow + i * FRAG) * LDC + warpCol + j * FRAG], acc[i][j],
          LDC, wmma::mem_row_major);
  __syncthreads();
  for (int e = threadIdx.x * 4; e < BM * BN; e += THREADS * 4) {
    const int r = e / BN, c = e % BN;
    *reinterpret_cast<float4 *>(&C[(row0 + r) * N + col0 + c]) =
        *reinterpret_cast<const float4 *>(&result[r * LDC + c]);
  }
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<half, float>(
      r, harness::Fp16, [&](const half *A, const half *B, float *C) {
        hgemm_wmma_dynamic<<<grid, THREADS, SHARED_BYTES>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("hgemm_wmma_dynamic", run,
            {{64, 64, 0},
             {64, 64, 32},
             {64, 64, 64},
             {64, 64, 96},
             {64, 64, 128},
             {64, 64, 160},
             {64, 128, 288}});
  return suite.exitCode();
}
