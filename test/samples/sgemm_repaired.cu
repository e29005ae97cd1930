//===- sgemm_repaired.cu - tiled SGEMMs, each with a barrier to repair ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K.
// The tool is given this text without the marked barriers, and --repair-barrier
// (forms.py); what it makes of that must do what this does. Missing are: the
// one behind the computation; the one between loads and computation; the one
// behind a second phase of the computation.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 16;

__device__ float at(const float *X, int row, int col, int rows, int cols) {
  return row < rows && col < cols ? X[row * cols + col] : 0.f;
}

__global__ void behind_compute(const float *A, const float *B, float *C, int M,
                               int N, int K) {
  __shared__ float sA[TILE][TILE], sB[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0.f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    sA[ty][tx] = at(A, row, k0 + tx, M, K);
    sB[ty][tx] = at(B, k0 + ty, col, K, N);
    __syncthreads();

    for (int k = 0; k < TILE; k++)
      value = fmaf(sA[ty][k], sB[k][tx], value);
    __syncthreads(); // added by --repair-barrier
  }
  if (row < M && col < N)
    C[row * N + col] = value;
}

__global__ void behind_loads(const float *A, const float *B, float *C, int M,
                             int N, int K) {
  __shared__ float sA[TILE][TILE], sB[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0.f;
  int k0 = 0;
  while (k0 < K) {
    __syncthreads();
    sA[ty][tx] = at(A, row, k0 + tx, M, K);
    sB[ty][tx] = at(B, k0 + ty, col, K, N);
    k0 += TILE;
    __syncthreads(); // added by --repair-barrier

    for (int k = 0; k < TILE; k++)
      value = fmaf(sA[ty][k], sB[k][tx], value);
  }
  if (row < M && col < N)
    C[row * N + col] = value;
}

__global__ void bottom_only(const float *A, const float *B, float *C, int M,
                            int N, int K) {
  __shared__ float sA[TILE][TILE], sB[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0.f;
  for (int t = 0; t * TILE < K; ++t) {
    sA[ty][tx] = at(A, row, t * TILE + tx, M, K);
    sB[ty][tx] = at(B, t * TILE + ty, col, K, N);
    __syncthreads(); // added by --repair-barrier
#pragma unroll
    for (int k = 0; k < TILE; k++)
      value = fmaf(sA[ty][k], sB[k][tx], value);
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = value;
}

/// The odd k are summed in a second phase, from the tiles again.
__global__ void two_phases(const float *A, const float *B, float *C, int M,
                           int N, int K) {
  __shared__ float sA[TILE][TILE], sB[TILE][TILE], part[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float value = 0.f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    sA[ty][tx] = at(A, row, k0 + tx, M, K);
    sB[ty][tx] = at(B, k0 + ty, col, K, N);
    __syncthreads();
    float even = 0.f;
    for (int k = 0; k < TILE; k += 2)
      even = fmaf(sA[tx][k], sB[k][ty], even);
    part[tx][ty] = even;
    __syncthreads();
    value += part[ty][tx];
    for (int k = 1; k < TILE; k += 2)
      value = fmaf(sA[ty][k], sB[k][tx], value);
    __syncthreads(); // added by --repair-barrier
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
  suite.add("behind_compute", run<behind_compute>, sizes);
  suite.add("behind_loads", run<behind_loads>, sizes);
  suite.add("bottom_only", run<bottom_only>, sizes);
  suite.add("two_phases", run<two_phases>, sizes);
  return suite.exitCode();
}
