//===- sgemm_persistent.cu - SGEMM by blocks that take several tiles ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 32, any K.
// A fixed number of blocks walks over the tiles of C; the loop over K stands
// inside of that walk and runs once for each tile.
//===----------------------------------------------------------------------===//
// Forms: block-peel

#include "harness.h"

constexpr int TILE = 32;
constexpr int ROWS = 8; // rows of threads; each computes TILE / ROWS rows of C

__global__ void sgemm_persistent(const float *__restrict__ A,
                                 const float *__restrict__ B,
                                 float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int across = N / TILE;
  const int tiles = M / TILE * across;

  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row0 = tile / across * TILE;
    const int col0 = tile % across * TILE;

    float acc[TILE / ROWS] = {};
    for (int k0 = 0; k0 < K; k0 += TILE) {
#pragma unroll
      for (int i = 0; i < TILE; i += ROWS) {
        As[ty + i][tx] = k0 + tx < K ? A[(row0 + ty + i) * K + k0 + tx] : 0.0f;
        Bs[ty + i][tx] =
            k0 + ty + i < K ? B[(k0 + ty + i) * N + col0 + tx] : 0.0f;
      }
      __syncthreads();

#pragma unroll
      for (int k = 0; k < TILE; ++k)
#pragma unroll
        for (int i = 0; i < TILE / ROWS; ++i)
          acc[i] += As[ty + i * ROWS][k] * Bs[k][tx];
      __syncthreads();
    }

#pragma unroll
    for (int i = 0; i < TILE / ROWS; ++i)
      C[(row0 + ty + i * ROWS) * N + col0 + tx] = acc[i];
  }
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % TILE == 0 && r.N % TILE == 0))
    return;
  // Few enough that every block takes several tiles.
  const int tiles = r.M / TILE * (r.N / TILE);
  const int blocks = std::clamp(tiles / 2, 1, 528);
  dim3 block(TILE, ROWS);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_persistent<<<blocks, block>>>(A, B, C, r.M, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_persistent", run,
            {{64, 64, 0},
             {32, 64, 1},
             {32, 96, 32},
             {64, 64, 50},
             {32, 64, 96},
             {96, 32, 128},
             {64, 32, 160},
             {64, 64, 200}});
  return suite.exitCode();
}
