//===- sgemm_counts_in_body.cu - SGEMM by loops that count in their body --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N, K multiples of 32. The
// K-loop is left by a break on top; both tiles are copied by `while`.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 32;
constexpr int ROWS = 4; // of the result per thread

__global__ void sgemm_counts_in_body(const float *__restrict__ A,
                                    const float *__restrict__ B,
                                    float *__restrict__ C, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int row = blockIdx.y * TILE, col = blockIdx.x * TILE;
  float acc[ROWS] = {};

  int k0 = 0;
  for (;;) {
    if (k0 >= K)
      break;
    int r = threadIdx.y;
    while (r < TILE) {
      As[r][threadIdx.x] = A[(row + r) * K + k0 + threadIdx.x];
      r += TILE / ROWS;
    }
    int element = threadIdx.y * TILE + threadIdx.x;
    while (element < TILE * TILE) {
      Bs[element / TILE][element % TILE] =
          B[(k0 + element / TILE) * N + col + element % TILE];
      element += blockDim.x * blockDim.y;
    }
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      for (int i = 0; i < ROWS; ++i)
        acc[i] += As[threadIdx.y * ROWS + i][k] * Bs[k][threadIdx.x];
    __syncthreads();
    k0 += TILE;
  }

  for (int i = 0; i < ROWS; ++i)
    C[(row + threadIdx.y * ROWS + i) * N + col + threadIdx.x] = acc[i];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % TILE == 0 && r.N % TILE == 0 && r.K % TILE == 0))
    return;
  dim3 grid(r.N / TILE, r.M / TILE), block(TILE, TILE / ROWS);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_counts_in_body<<<grid, block>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_counts_in_body", run,
            {{32, 32, 0}, {32, 32, 32}, {32, 32, 64}, {32, 64, 96}, {32, 32, 224}});
  return suite.exitCode();
}
