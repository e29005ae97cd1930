//===- sgemm_loader.cu - SGEMM whose tiles two loader classes fill --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K. The loader of A is
// a class template with a constructor and is asked for a tile by its place; the
// loader of B is an aggregate that walks along with the loop.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

constexpr int THREADS = 256;

/// Rows of a matrix, and tiles of ROWS x COLS of it.
template <typename T, int ROWS, int COLS> class RowLoader {
public:
  static constexpr int STEP = THREADS / COLS;

  __device__ RowLoader(const T *matrix, int row, int rows, int pitch)
      : at(matrix + (row + threadIdx.x / COLS) * pitch),
        left(rows - row - int(threadIdx.x) / COLS), pitch(pitch) {}

  /// Copies the tile that begins in column k; zeros beyond the matrix.
  __device__ void load(T (&tile)[ROWS][COLS], int k) const {
    const int r = threadIdx.x / COLS, c = threadIdx.x % COLS;
#pragma unroll
    for (int i = 0; i < ROWS; i += STEP)
      tile[r + i][c] = i < left && k + c < pitch ? at[i * pitch + k + c] : T(0);
  }

private:
  const T *at;
  int left, pitch;
};

/// One column of a matrix for each thread, tile after tile.
struct ColumnLoader {
  const float *at;
  int pitch, row, rows;
  bool inside;

  template <int ROWS, int COLS>
  __device__ void load(float (&tile)[ROWS][COLS]) const {
#pragma unroll
    for (int i = 0; i < ROWS; i += THREADS / COLS)
      tile[threadIdx.x / COLS + i][threadIdx.x % COLS] =
          inside && row + i < rows ? at[i * pitch] : 0.0f;
  }

  __device__ void next(int step) {
    at += step * pitch;
    row += step;
  }
};

template <int BM, int BN, int BK>
__global__ __launch_bounds__(THREADS) void sgemm_loader(const float *A,
                                                        const float *B,
                                                        float *__restrict__ C,
                                                        int M, int N, int K) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  constexpr int ROWS = BM * BN / THREADS; // of C per thread
  const int col = threadIdx.x % BN;
  const int row = threadIdx.x / BN * ROWS;
  const int bRow = threadIdx.x / BN, bCol = blockIdx.x * BN + col;
  RowLoader<float, BM, BK> a(A, blockIdx.y * BM, M, K);
  ColumnLoader b{B + bRow * N + bCol, N, bRow, K, bCol < N};
  float acc[ROWS] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    a.load(As, k0);
    b.load(Bs);
    b.next(BK);
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
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_loader<BM, BN, BK><<<grid, THREADS>>>(A, B, C, r.M, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_loader_32", run<32, 32, 16>,
            {{32, 32, 0}, {32, 32, 16}, {32, 32, 32}, {30, 33, 50}});
  suite.add("sgemm_loader_64", run<64, 32, 32>,
            {{64, 32, 0}, {64, 32, 20}, {64, 32, 64}, {50, 40, 100}});
  return suite.exitCode();
}
