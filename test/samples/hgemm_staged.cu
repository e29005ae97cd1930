//===- hgemm_staged.cu - half GEMM whose result passes through the tiles --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N, half) = A (M x K, half) * B (K x N, half), row-major; M, N
// multiples of 64, K of 32. The tiles lie in dynamic shared memory, padded;
// each warp copies rows, with an index that it carries on. Behind the loop the
// same memory, and more of it, takes the result, which the block then writes in
// whole rows. Blocks go from one part of C to the next.
//===----------------------------------------------------------------------===//
// Forms: fragments

#include "harness.h"
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 32, FRAG = 16;
constexpr int ROW = BN + 8;  // halves of a row, of either tile
constexpr int THREADS = 128; // four warps, 32x32 of C each
constexpr int OUT = BN + 4;  // floats of a row of the result
constexpr int LANES_A = BK / 8, LANES_B = BN / 8; // that copy a row

__global__ void hgemm_staged(const half *__restrict__ A,
                             const half *__restrict__ B, half *__restrict__ C,
                             int M, int N, int K) {
  extern __shared__ half rows[][ROW];
  float *result = reinterpret_cast<float *>(&rows[0][0]);
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int warpRow = warp / 2 * 32, warpCol = warp % 2 * 32;

  for (int part = blockIdx.x; part < M / BM * (N / BN); part += gridDim.x) {
    const int row0 = part / (N / BN) * BM, col0 = part % (N / BN) * BN;
    wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> acc[2][2];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        wmma::fill_fragment(acc[i][j], 0.0f);

    for (int k0 = 0; k0 < K; k0 += BK) {
      int to = warp * 16 + lane / LANES_A;
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        *(int4 *)&rows[to][lane % LANES_A * 8] =
            *(const int4 *)&A[(row0 + to) * K + k0 + lane % LANES_A * 8];
        to += 32 / LANES_A;
      }
      to = BM + warp * 8 + lane / LANES_B;
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        *(int4 *)&rows[to][lane % LANES_B * 8] =
            *(const int4 *)&B[(k0 + to - BM) * N + col0 + lane % LANES_B * 8];
        to += 32 / LANES_B;
      }
      __syncthreads();

#pragma unroll
      for (int k = 0; k < BK; k += FRAG) {
        wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, half, wmma::row_major>
            a[2];
        wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, half, wmma::row_major>
            b[2];
        for (int i = 0; i < 2; ++i)
          wmma::load_matrix_sync(a[i], &rows[warpRow + i * FRAG][k], ROW);
        for (int j = 0; j < 2; ++j)
          wmma::load_matrix_sync(b[j], &rows[BM + k][warpCol + j * FRAG], ROW);
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j)
            wmma::mma_sync(acc[i][j], a[i], b[j], acc[i][j]);
      }
      __syncthreads();
    }

    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        wmma::store_matrix_sync(result + (warpRow + i * FRAG) * OUT + warpCol +
                                    j * FRAG,
                                acc[i][j], OUT, wmma::mem_row_major);
    __syncthreads();
    for (int i = 0; i < BM / 4; ++i)
      for (int column = lane; column < BN; column += 32)
        C[(row0 + i * 4 + warp) * N + col0 + column] =
            __float2half(result[(i * 4 + warp) * OUT + column]);
    __syncthreads();
  }
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  const size_t tiles = (BM + BK) * ROW * sizeof(half),
               result = BM * OUT * sizeof(float);
  const size_t bytes = tiles > result ? tiles : result;
  harness::gemm<half, half>(
      r, harness::Fp16, [&](const half *A, const half *B, half *C) {
        hgemm_staged<<<2, THREADS, bytes>>>(A, B, C, r.M, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "hgemm_staged", run,
      {{64, 64, 0}, {64, 64, 32}, {128, 64, 64}, {64, 192, 96}, {64, 64, 288}});
  return suite.exitCode();
}
