//===- sgemm_shared_lines.cu - tiled SGEMM, several statements a line -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * P * B (K x N), row-major; any M, N, K. P permutes the
// rows of B. Loads, barriers and computation share lines in many mixtures.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

constexpr int TILE = 16;

// clang-format off
__global__ void sgemm_shared_lines(const float *A, const float *B, float *C,
                                   const int *order, int M, int N, int K) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  const float *a = A + row * K; int left = K;
  float sum = 0.0f; int tiles = 0;

  for (int k0 = 0; k0 < K; k0 += TILE) {
    const bool inA = row < M && tx < left; As[ty][tx] = inA ? a[tx] : 0.0f; a += TILE;
    const float v = ty < left && column < N ? __ldg(&B[order[k0 + ty] * N + column]) : 0.0f; Bs[ty][tx] = v; left -= TILE; __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += As[ty][k] * Bs[k][tx];  ++tiles; __syncthreads();
  }

  if (row < M && column < N)
    C[row * N + column] = sum + tiles;
}

__global__ void colsum_shared_lines(const float *B, float *C, int N, int K) {
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y; float sum = 0.0f;
  const float *b = B + ty * N + blockIdx.x * TILE + tx;
  for (int k0 = 0; k0 < K; k0 += TILE) { __syncthreads(); Bs[ty][tx] = k0 + ty < K && blockIdx.x * TILE + tx < N ? *b : 0.0f; b += TILE * N;
    __syncthreads(); if (ty == 0) for (int k = 0; k < TILE; ++k) sum += Bs[k][tx]; }
  if (ty == 0 && blockIdx.x * TILE + tx < N) C[blockIdx.x * TILE + tx] = sum;
}
// clang-format on

static void run(harness::Run &r) {
  const size_t M = r.M, N = r.N, K = r.K;
  harness::Input<float> A(r, M * K), B(r, K * N);
  harness::Input<int> order(r, K,
                            [&](size_t k, uint64_t) { return int(K - 1 - k); });
  harness::Output<float> C(r, M * N);
  dim3 grid(harness::ceilDiv(r.N, TILE), harness::ceilDiv(r.M, TILE));
  r.launch(2.0 * M * N * K, [&] {
    sgemm_shared_lines<<<grid, dim3(TILE, TILE)>>>(A, B, C, order, r.M, r.N,
                                                   r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t i) {
    double sum = harness::ceilDiv(r.K, TILE);
    for (size_t k = 0; k < K; ++k)
      sum +=
          double(A.at(i / N * K + k)) * double(B.at((K - 1 - k) * N + i % N));
    return sum;
  });
}

static void runColumns(harness::Run &r) {
  const size_t N = r.N, K = r.K;
  harness::Input<float> B(r, K * N);
  harness::Output<float> C(r, N);
  r.launch(double(N) * K, [&] {
    colsum_shared_lines<<<harness::ceilDiv(r.N, TILE), dim3(TILE, TILE)>>>(
        B, C, r.N, r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(B.at(k * N + i));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_shared_lines", run,
            {{16, 16, 0},
             {15, 17, 1},
             {16, 16, 16},
             {20, 20, 32},
             {33, 32, 47},
             {40, 30, 90}});
  suite.add("colsum_shared_lines", runColumns,
            {{1, 16, 0}, {1, 17, 1}, {1, 16, 16}, {1, 33, 47}, {1, 40, 90}});
  return suite.exitCode();
}
