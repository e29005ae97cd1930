//===- sgemm_load_tile.cu - SGEMM whose tiles one template loads ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K. One function loads
// both tiles, guarded at the edges of the matrices; extents are deduced from
// the tiles. Two instances of the kernel need different numbers of values from
// it.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

constexpr int THREADS = 256;

/// Copies a tile at (row, col) of a matrix of rows x cols; zeros beyond it.
template <typename T, int ROWS, int COLS>
__device__ void loadTile(T (&tile)[ROWS][COLS], const T *__restrict__ from,
                         int row, int col, int rows, int cols) {
  constexpr int STEP = THREADS / COLS;
  const int r = threadIdx.x / COLS, c = threadIdx.x % COLS;
#pragma unroll
  for (int i = 0; i < ROWS; i += STEP) {
    const bool inside = row + r + i < rows && col + c < cols;
    tile[r + i][c] = inside ? from[(row + r + i) * cols + col + c] : T(0);
  }
}

template <typename T, int BM, int BN, int BK>
__global__ __launch_bounds__(THREADS) void sgemm_load_tile(
    const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int M,
    int N, int K) {
  __shared__ T As[BM][BK];
  __shared__ T Bs[BK][BN];
  constexpr int ROWS = BM * BN / THREADS; // of C per thread
  const int col = threadIdx.x % BN;
  const int row = threadIdx.x / BN * ROWS;
  T acc[ROWS] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    loadTile(As, A, blockIdx.y * BM, k0, M, K);
    loadTile(Bs, B, k0, blockIdx.x * BN, K, N);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; ++k)
#pragma unroll
      for (int i = 0; i < ROWS; ++i)
        acc[i] += As[row + i][k] * Bs[k][col];
    __syncthreads();
  }

  for (int i = 0; i < ROWS; ++i)
    if (blockIdx.y * BM + row + i < M && blockIdx.x * BN + col < N)
      C[(blockIdx.y * BM + row + i) * N + blockIdx.x * BN + col] = acc[i];
}

template <int BM, int BN, int BK> static void run(harness::Run &r) {
  dim3 grid((r.N + BN - 1) / BN, (r.M + BM - 1) / BM);
  harness::gemm<float, float>(r, harness::Fp32,
                              [&](const float *A, const float *B, float *C) {
                                sgemm_load_tile<float, BM, BN, BK>
                                    <<<grid, THREADS>>>(A, B, C, r.M, r.N, r.K);
                              });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_load_tile_32", run<32, 32, 16>,
            {{32, 32, 0}, {32, 32, 16}, {32, 32, 32}, {30, 33, 50}});
  suite.add("sgemm_load_tile_64", run<64, 32, 32>,
            {{64, 32, 0}, {64, 32, 20}, {64, 32, 64}, {50, 40, 100}});
  return suite.exitCode();
}
