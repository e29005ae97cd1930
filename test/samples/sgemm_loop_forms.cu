//===- sgemm_loop_forms.cu - tiled SGEMMs with less common loops ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K.
// Loops: do with its step in the body; while (left--); do whose condition takes
// the step, downwards; for without a step, counted by its condition.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 16;

/// One tile at least, as `do` wants it: of zeros if K is 0.
__global__ void do_while(const float *A, const float *B, float *C, int M, int N,
                         int K) {
  __shared__ float sA[TILE][TILE], sB[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0.f;
  int k0 = 0;
  do {
    sA[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.f;
    sB[ty][tx] = col < N && k0 + ty < K ? B[(k0 + ty) * N + col] : 0.f;
    __syncthreads();

    for (int k = 0; k < TILE; k++)
      value = fmaf(sA[ty][k], sB[k][tx], value);
    __syncthreads();
    k0 += TILE;
  } while (k0 < K);
  if (row < M && col < N)
    C[row * N + col] = value + (k0 - (K ? (K + TILE - 1) / TILE * TILE : TILE));
}

__global__ void while_left(const float *A, const float *B, float *C, int M,
                           int N, int K) {
  __shared__ float sA[TILE][TILE], sB[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0.f;
  int k0 = 0, left = (K + TILE - 1) / TILE;
  while (left--) {
    __syncthreads();
    sA[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.f;
    sB[ty][tx] = col < N && k0 + ty < K ? B[(k0 + ty) * N + col] : 0.f;
    __syncthreads();
    k0 += TILE;

    for (int k = 0; k < TILE; k++)
      value = fmaf(sA[ty][k], sB[k][tx], value);
  }
  if (row < M && col < N)
    C[row * N + col] = value + (left + 1);
}

__global__ void do_downwards(const float *A, const float *B, float *C, int M,
                             int N, int K) {
  __shared__ float sA[TILE][TILE], sB[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0.f;
  int k0 = K ? (K - 1) / TILE * TILE : 0;
  do {
    sA[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.f;
    sB[ty][tx] = col < N && k0 + ty < K ? B[(k0 + ty) * N + col] : 0.f;
    __syncthreads();

    for (int k = TILE; k--;)
      value = fmaf(sA[ty][k], sB[k][tx], value);
    __syncthreads();
  } while ((k0 -= TILE) >= 0);
  if (row < M && col < N)
    C[row * N + col] = value + (k0 + TILE);
}

/// The computation reads what the condition counts, too.
__global__ void for_left(const float *A, const float *B, float *C, int M, int N,
                         int K) {
  __shared__ float sA[TILE][TILE], sB[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0.f;
  const int tiles = (K + TILE - 1) / TILE;
  for (int left = tiles; --left >= 0;) {
    sA[ty][tx] =
        row < M && left * TILE + tx < K ? A[row * K + left * TILE + tx] : 0.f;
    sB[ty][tx] =
        col < N && left * TILE + ty < K ? B[(left * TILE + ty) * N + col] : 0.f;
    __syncthreads();

    const int end = min(TILE, K - left * TILE);
    for (int k = 0; k < end; k++)
      value = fmaf(sA[ty][k], sB[k][tx], value);
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = value;
}

using Kernel = void (*)(const float *, const float *, float *, int, int, int);

template <Kernel kernel> static void run(harness::Run &r) {
  dim3 grid(harness::ceilDiv(r.N, TILE), harness::ceilDiv(r.M, TILE));
  dim3 block(TILE, TILE);
  harness::gemm<float, float>(r, harness::Fp32,
                              [&](const float *A, const float *B, float *C) {
                                kernel<<<grid, block>>>(A, B, C, r.M, r.N, r.K);
                              });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  const std::initializer_list<harness::Case> sizes = {
      {16, 16, 0}, {15, 17, 7}, {16, 16, 16}, {30, 20, 32}, {17, 31, 90}};
  suite.add("do_while", run<do_while>, sizes);
  suite.add("while_left", run<while_left>, sizes);
  suite.add("do_downwards", run<do_downwards>, sizes);
  suite.add("for_left", run<for_left>, sizes);
  return suite.exitCode();
}
