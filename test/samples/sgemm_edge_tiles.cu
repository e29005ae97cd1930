//===- sgemm_edge_tiles.cu - SGEMM whose loads check the matrices' edges --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; N a multiple of 4. Tile A goes
// through a local that a guarded read fills, transposed; tile B through a vector
// whose lanes are cleared behind the last row of B, where A repeats its last
// column.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 32;
constexpr int ROWS = 4; // of the tiles per thread

template <typename T>
__global__ void sgemm_edge_tiles(const T *__restrict__ A,
                                 const T *__restrict__ B, T *__restrict__ C,
                                 int M, int N, int K) {
  __shared__ T As[TILE][TILE + 1];
  __shared__ float4 Bs[TILE][TILE / 4];
  const int thread = threadIdx.y * TILE + threadIdx.x;
  const int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
  float acc[ROWS] = {};

  for (int k0 = 0; k0 < K; k0 += TILE) {
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
      const int r = threadIdx.y + i * (TILE / ROWS);
      const int row = row0 + r, k = min(k0 + int(threadIdx.x), K - 1);
      T value{0};
      if (row < M) {
        value = A[row * K + k];
      }
      As[threadIdx.x][r] = value;
    }
    const int r = thread / (TILE / 4), c = thread % (TILE / 4) * 4;
    const int k = k0 + r, col = col0 + c;
    float4 lanes{0, 0, 0, 0};
    if (col < N)
      lanes = *reinterpret_cast<const float4 *>(&B[min(k, K - 1) * N + col]);
    if (k >= K) {
      float *lane = reinterpret_cast<float *>(&lanes);
      for (int i = 0; i < 4; ++i)
        lane[i] = 0;
    }
    Bs[r][c / 4] = lanes;
    __syncthreads();
    for (int kk = 0; kk < TILE; ++kk)
      for (int i = 0; i < ROWS; ++i)
        acc[i] += As[kk][threadIdx.y * ROWS + i] *
                  reinterpret_cast<const float *>(&Bs[kk][0])[threadIdx.x];
    __syncthreads();
  }

  for (int i = 0; i < ROWS; ++i) {
    const int row = row0 + threadIdx.y * ROWS + i, col = col0 + threadIdx.x;
    if (row < M && col < N)
      C[row * N + col] = acc[i];
  }
}

static void run(harness::Run &r) {
  if (!r.fits(r.N % 4 == 0))
    return;
  dim3 grid((r.N + TILE - 1) / TILE, (r.M + TILE - 1) / TILE),
      block(TILE, TILE / ROWS);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_edge_tiles<float><<<grid, block>>>(A, B, C, r.M, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_edge_tiles", run,
            {{32, 32, 0},
             {32, 32, 1},
             {20, 36, 32},
             {33, 40, 50},
             {32, 32, 64},
             {7, 12, 97}});
  return suite.exitCode();
}
