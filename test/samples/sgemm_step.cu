//===- sgemm_step.cu - tiled SGEMM, the loop counts elements of K ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N, K multiples of Tile.
// Loop: for (k0 = 0; k0 < K; k0 += Tile). Loads: one float of each tile per
// thread.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int Tile = 16;

__global__ void sgemm_step(const float *A, const float *B, float *C, int N,
                           int K) {
  __shared__ float As[Tile][Tile];
  __shared__ float Bs[Tile][Tile];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * Tile + ty;
  const int col = blockIdx.x * Tile + tx;

  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += Tile) {
    As[ty][tx] = A[row * K + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + col];
    __syncthreads();

    for (int k = 0; k < Tile; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }

  C[row * N + col] = sum;
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % Tile == 0 && r.N % Tile == 0 && r.K % Tile == 0))
    return;
  dim3 grid(r.N / Tile, r.M / Tile), block(Tile, Tile);
  harness::gemm<float, float>(r, harness::Fp32,
                              [&](const float *A, const float *B, float *C) {
                                sgemm_step<<<grid, block>>>(A, B, C, r.N, r.K);
                              });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_step", run,
            {{32, 32, 0},
             {32, 32, 16},
             {32, 48, 32},
             {48, 32, 48},
             {32, 32, 64},
             {16, 32, 80},
             {64, 64, 192}});
  return suite.exitCode();
}
