//===- igemm_wmma_dynamic.cu - int8 GEMM, tiles and result in one memory --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N, int32) = A (M x K, int8, row-major) * B (K x N, int8, column-major:
// stored N x K); M, N multiples of 64, K of 64. The computation is that of
// igemm_wmma.cu. Both tiles are rows of one dynamic array, A above B; behind
// the loop the result takes their place, and the block writes C by int4.
//===----------------------------------------------------------------------===//

#include "harness.h"
#include <mma.h>

using namespace nvcuda;

constexpr int BM = 64, BN = 64, BK = 64;
constexpr int LD = BK + 16; // bytes of a row of either tile, padded
constexpr int LDC = BN + 4; // ints of a row of the result
constexpr int FRAG = 16;
constexpr int WARPS = 8;
constexpr int THREADS = WARPS * 32;

__global__ __launch_bounds__(THREADS) void igemm_wmma_dynamic(
    const int8_t *__restrict__ A, const int8_t *__restrict__ B,
    int *__restrict__ C, int N, int K) {
  extern __shared__ __align__(128) signed char rows[][LD];

  // A tile is 64 rows of four int4: one for each thread.
  const int copyRow = threadIdx.x / (BK / 16);
  const int copyCol = threadIdx.x % (BK / 16) * 16;
  const int8_t *aFrom = A + size_t(blockIdx.y * BM + copyRow) * K + copyCol;
  const int8_t *bFrom = B + size_t(blockIdx.x * BN + copyRow) * K + copyCol;

  const int warp = threadIdx.x / 32;
  const int warpRow = warp / 2 * FRAG;
  const int warpCol = warp % 2 * 2 * FRAG;

  wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, int> left, right;
  wmma::fill_fragment(left, 0);
  wmma::fill_fragment(right, 0);

  for (int k0 = 0; k0 < K; k0 += BK) {
    *reinterpret_cast<int4 *>(&rows[copyRow][copyCol]) =
        *reinterpret_cast<const int4 *>(aFrom + k0);
    *reinterpret_cast<int4 *>(&rows[BM + copyRow][copyCol]) =
        *reinterpret_cast<const int4 *>(bFrom + k0);
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; k += FRAG) {
      wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, signed char,
                     wmma::row_major>
          a;
      wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, signed char,
                     wmma::col_major>
          b;
      wmma::load_matrix_sync(a, &rows[warpRow][k], LD);
      wmma::load_matrix_sync(b, &rows[BM + warpCol][k], LD);
      wmma::mma_sync(left, a, b, left);
      wmma::load_matrix_sync(b, &rows[BM + warpCol + FRAG][k], LD);
      wmma::mma_sync(right, a, b, right);
    }
    __syncthreads();
  }

  int *result = reinterpret_cast<int *>(&rows[0][0]);
  wmma::store_matrix_sync(&result[warpRow * LDC + warpCol], left, LDC,
                          wmma::mem_row_major);
  wmma::store_matrix_sync(&result[warpRow * LDC + warpCol + FRAG], right, LDC,
                          wmma::mem_row_major);
  __syncthreads();
  int *out = C + size_t(blockIdx.y * BM) * N + blockIdx.x * BN;
  for (int e = threadIdx.x * 4; e < BM * BN; e += THREADS * 4)
    *reinterpret_cast<int4 *>(&out[size_t(e / BN) * N + e % BN]) =
        *reinterpret_cast<const int4 *>(&result[e / BN * LDC + e % BN]);
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  const size_t M = r.M, N = r.N, K = r.K;
  harness::Input<int8_t> A(r, M * K, -128, 127), B(r, N * K, -128, 127);
  harness::Output<int> C(r, M * N);
  dim3 grid(r.N / BN, r.M / BM);
  const size_t tiles = (BM + BN) * LD, result = BM * LDC * sizeof(int);
  const size_t bytes = tiles > result ? tiles : result;
  r.launch(2.0 * M * N * K, [&] {
    igemm_wmma_dynamic<<<grid, THREADS, bytes>>>(A, B, C, r.N, r.K);
  });
  r.check(C, K, harness::Exact, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(i / N * K + k)) * double(B.at(i % N * K + k));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("igemm_wmma_dynamic", run,
            {{64, 64, 0},
             {64, 64, 64},
             {64, 64, 128},
             {64, 64, 192},
             {64, 128, 256},
             {64, 64, 704}});
  return suite.exitCode();
}
