//===- igemm_wmma.cu - int8 GEMM on tensor cores through wmma -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N, int32) = A (M x K, int8, row-major) * B (K x N, int8, column-major:
// stored N x K); M, N multiples of 64, K of 64. Eight warps share a 64x64 tile
// of C, two fragments of 16x16 each. Loads: 16 bytes at a time, as int4.
//===----------------------------------------------------------------------===//

#include "harness.h"
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 64;
constexpr int LD = BK + 16; // bytes; padded, rows stay 16-byte aligned
constexpr int FRAG = 16;
constexpr int WARPS = 8;
constexpr int THREADS = WARPS * 32;

__global__
__launch_bounds__(THREADS) void igemm_wmma(const int8_t *__restrict__ A,
                                           const int8_t *__restrict__ B,
                                           int *__restrict__ C, int N, int K) {
  __shared__ alignas(32) signed char As[BM * LD];
  __shared__ alignas(32) signed char Bs[BN * LD];

  // A tile is 64 rows of four int4: one for each thread.
  const int copyRow = threadIdx.x / (BK / 16);
  const int copyCol = threadIdx.x % (BK / 16) * 16;
  const size_t aFrom = size_t(blockIdx.y * BM + copyRow) * K + copyCol;
  const size_t bFrom = size_t(blockIdx.x * BN + copyRow) * K + copyCol;

  const int warp = threadIdx.x / 32;
  const int warpRow = warp / 2 * FRAG;
  const int warpCol = warp % 2 * 2 * FRAG;

  wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, int> left, right;
  wmma::fill_fragment(left, 0);
  wmma::fill_fragment(right, 0);

  const int tiles = K / BK;
  for (int tile = 0; tile < tiles; ++tile) {
    *(int4 *)(As + copyRow * LD + copyCol) =
        *(const int4 *)(A + aFrom + tile * BK);
    *(int4 *)(Bs + copyRow * LD + copyCol) =
        *(const int4 *)(B + bFrom + tile * BK);
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; k += FRAG) {
      wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, signed char,
                     wmma::row_major>
          a;
      wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, signed char,
                     wmma::col_major>
          b;
      wmma::load_matrix_sync(a, As + warpRow * LD + k, LD);
      wmma::load_matrix_sync(b, Bs + warpCol * LD + k, LD);
      wmma::mma_sync(left, a, b, left);
      wmma::load_matrix_sync(b, Bs + (warpCol + FRAG) * LD + k, LD);
      wmma::mma_sync(right, a, b, right);
    }
    __syncthreads();
  }

  int *out =
      C + size_t(blockIdx.y * BM + warpRow) * N + blockIdx.x * BN + warpCol;
  wmma::store_matrix_sync(out, left, N, wmma::mem_row_major);
  wmma::store_matrix_sync(out + FRAG, right, N, wmma::mem_row_major);
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  size_t M = r.M, N = r.N, K = r.K;
  harness::Input<int8_t> A(r, M * K, -128, 127), B(r, N * K, -128, 127);
  harness::Output<int> C(r, M * N);
  dim3 grid(r.N / BN, r.M / BM);
  r.launch(2.0 * M * N * K,
           [&] { igemm_wmma<<<grid, THREADS>>>(A, B, C, r.N, r.K); });
  r.check(C, K, harness::Exact, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(i / N * K + k)) * double(B.at(i % N * K + k));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("igemm_wmma", run,
            {{64, 64, 0},
             {64, 64, 64},
             {64, 64, 128},
             {64, 64, 192},
             {64, 64, 256},
             {64, 64, 320},
             {64, 64, 704}});
  return suite.exitCode();
}
