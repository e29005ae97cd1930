//===- sgemm_load_nested.cu - SGEMM whose loaders call loaders ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major. What fills the tiles stands one
// or two calls below the function that the loop calls: a template for both
// tiles, a row at a time through vectors, a member of a class, a lambda.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int THREADS = 256;

namespace tile {

/// Only stores; the tile is transposed.
template <int ROWS>
__device__ void storeColumn(float (&tile)[ROWS], float value, int row) {
  tile[row] = value;
}

template <int STRIDE, int ROWS, int COLS>
__device__ void loadTransposed(float (&tile)[COLS][ROWS], const float *from,
                               int ld) {
  const int row = threadIdx.x / (COLS / 4), col = threadIdx.x % (COLS / 4) * 4;
  for (int i = 0; i < ROWS; i += STRIDE) {
    const float4 v =
        *reinterpret_cast<const float4 *>(&from[(row + i) * ld + col]);
    storeColumn(tile[col + 0], v.x, row + i);
    storeColumn(tile[col + 1], v.y, row + i);
    storeColumn(tile[col + 2], v.z, row + i);
    storeColumn(tile[col + 3], v.w, row + i);
  }
}

template <int COLS>
__device__ void loadRow(float (&to)[COLS], const float *from, int col) {
  *reinterpret_cast<float4 *>(&to[col]) =
      *reinterpret_cast<const float4 *>(&from[col]);
}

/// Whole rows, some by each round of the block.
template <int ROWS, int COLS>
__device__ void loadRows(float (&tile)[ROWS][COLS], const float *from, int ld) {
  constexpr int STRIDE = THREADS / (COLS / 4);
  const int row = threadIdx.x / (COLS / 4), col = threadIdx.x % (COLS / 4) * 4;
#pragma unroll
  for (int i = 0; i < ROWS; i += STRIDE)
    loadRow(tile[row + i], from + (row + i) * ld, col);
}

/// Both tiles of a step.
template <int BM, int BN, int BK>
__device__ void loadBoth(float (&As)[BK][BM], float (&Bs)[BK][BN],
                         const float *A, const float *B, int N, int K) {
  constexpr int STRIDE = THREADS / (BK / 4);
  loadTransposed<STRIDE>(As, A, K);
  loadRows(Bs, B, N);
}

} // namespace tile

/// A block of 256 threads computes BM x BN of C, 8 x 4 a thread.
template <int BM, int BN, int BK>
__device__ void multiply(float (&acc)[8][4], const float (&As)[BK][BM],
                         const float (&Bs)[BK][BN], int row, int col) {
#pragma unroll
  for (int k = 0; k < BK; ++k)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 4; ++j)
        acc[i][j] += As[k][row + i] * Bs[k][col + j];
}

__device__ void write(const float (&acc)[8][4], float *C, int row, int col,
                      int N) {
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 4; ++j)
      C[(row + i) * N + col + j] = acc[i][j];
}

template <int BM, int BN, int BK>
__global__ void sgemm_load_nested(const float *__restrict__ A,
                                  const float *__restrict__ B,
                                  float *__restrict__ C, int N, int K) {
  __shared__ float As[BK][BM];
  __shared__ float Bs[BK][BN];
  const int row = threadIdx.x / (BN / 4) * 8, col = threadIdx.x % (BN / 4) * 4;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  float acc[8][4] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    tile::loadBoth(As, Bs, A + k0, B + k0 * N, N, K);
    __syncthreads();
    multiply(acc, As, Bs, row, col);
    __syncthreads();
  }

  write(acc, C + blockIdx.y * BM * N + blockIdx.x * BN, row, col, N);
}

/// A view of rows of a matrix, of which a member loads a tile by another.
template <int ROWS, int COLS> struct Rows {
  const float *from;
  int ld;

  __device__ void loadElement(float *to, int i, float scale) const {
    to[i] = scale * from[i / COLS * ld + i % COLS];
  }
  __device__ void load(float (&tile)[ROWS][COLS], float scale) const {
    for (int i = threadIdx.x; i < ROWS * COLS; i += THREADS)
      loadElement(&tile[0][0], i, scale);
  }
};

/// The same product, with members: scaled by alpha, so that nothing is a copy.
__global__ void sgemm_load_members(const float *__restrict__ A,
                                   const float *__restrict__ B,
                                   float *__restrict__ C, int N, int K,
                                   float alpha) {
  constexpr int BM = 128, BN = 64, BK = 16;
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  const int row = threadIdx.x / (BN / 4) * 8, col = threadIdx.x % (BN / 4) * 4;
  float acc[8][4] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    const Rows<BM, BK> a = {A + blockIdx.y * BM * K + k0, K};
    const Rows<BK, BN> b = {B + k0 * N + blockIdx.x * BN, N};
    a.load(As, alpha);
    b.load(Bs, 1.0f);
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 4; ++j)
          acc[i][j] += As[row + i][k] * Bs[k][col + j];
    __syncthreads();
  }

  write(acc, C + blockIdx.y * BM * N + blockIdx.x * BN, row, col, N);
}

/// The same product, with lambdas.
__global__ void sgemm_load_lambdas(const float *__restrict__ A,
                                   const float *__restrict__ B,
                                   float *__restrict__ C, int N, int K,
                                   float alpha) {
  constexpr int BM = 128, BN = 64, BK = 16;
  __shared__ float As[BK][BM];
  __shared__ float Bs[BK][BN];
  const int row = threadIdx.x / (BN / 4) * 8, col = threadIdx.x % (BN / 4) * 4;
  float acc[8][4] = {};
  auto loadA = [&](float (&tile)[BK][BM], int k0) {
    for (int i = threadIdx.x; i < BM * BK; i += THREADS)
      tile[i % BK][i / BK] =
          alpha * A[(blockIdx.y * BM + i / BK) * K + k0 + i % BK];
  };
  auto load = [&](float (&a)[BK][BM], float (&b)[BK][BN], int k0) {
    loadA(a, k0);
    tile::loadRows(b, B + k0 * N + blockIdx.x * BN, N);
  };

  for (int k0 = 0; k0 < K; k0 += BK) {
    load(As, Bs, k0);
    __syncthreads();
    multiply(acc, As, Bs, row, col);
    __syncthreads();
  }

  write(acc, C + blockIdx.y * BM * N + blockIdx.x * BN, row, col, N);
}

template <typename Fn>
static void run(harness::Run &r, int BM, int BN, int BK, Fn Kernel) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(r, harness::Fp32,
                              [&](const float *A, const float *B, float *C) {
                                Kernel(grid, A, B, C, r.N, r.K);
                              });
}

template <int BM, int BN, int BK> static void runTemplate(harness::Run &r) {
  run(r, BM, BN, BK, [](dim3 grid, auto A, auto B, auto C, int N, int K) {
    sgemm_load_nested<BM, BN, BK><<<grid, THREADS>>>(A, B, C, N, K);
  });
}

static void runMembers(harness::Run &r) {
  run(r, 128, 64, 16, [](dim3 grid, auto A, auto B, auto C, int N, int K) {
    sgemm_load_members<<<grid, THREADS>>>(A, B, C, N, K, 1.0f);
  });
}

static void runLambdas(harness::Run &r) {
  run(r, 128, 64, 16, [](dim3 grid, auto A, auto B, auto C, int N, int K) {
    sgemm_load_lambdas<<<grid, THREADS>>>(A, B, C, N, K, 1.0f);
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_load_nested_16", runTemplate<128, 64, 16>,
            {{128, 64, 0}, {128, 64, 16}, {128, 64, 48}});
  suite.add("sgemm_load_nested_32", runTemplate<64, 128, 32>,
            {{64, 128, 32}, {64, 128, 64}});
  suite.add("sgemm_load_members", runMembers,
            {{128, 64, 0}, {128, 64, 16}, {128, 64, 48}});
  suite.add("sgemm_load_lambdas", runLambdas,
            {{128, 64, 0}, {128, 64, 16}, {128, 64, 48}});
  return suite.exitCode();
}
