//===- hgemm_to_float.cu - half inputs, converted on the way in -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N, half) = A (M x K, half) * B (K x N, half), row-major; M, N, K
// multiples of 32. The tiles are float: each thread reads half2 and stores two
// converted elements, so that the inner loop is plain fp32.
//===----------------------------------------------------------------------===//

#include "harness.h"
#include <cuda_fp16.h>

constexpr int TILE = 32;
constexpr int ROWS = 16; // rows of a tile per pass; a block is 16 x 16

__global__ void hgemm_to_float(const half *A, const half *B, half *C, int N,
                               int K) {
  __shared__ float As[TILE][TILE + 1];
  __shared__ float Bs[TILE][TILE];

  const int x = threadIdx.x * 2; // two columns per thread
  const int y = threadIdx.y;     // and rows y and y + ROWS
  const int row = blockIdx.y * TILE + y;
  const int col = blockIdx.x * TILE + x;

  float c[2][2] = {};
  for (int k0 = 0; k0 < K; k0 += TILE) {
    for (int i = 0; i < TILE; i += ROWS) {
      const half2 a =
          *reinterpret_cast<const half2 *>(&A[(row + i) * K + k0 + x]);
      As[y + i][x] = __low2float(a);
      As[y + i][x + 1] = __high2float(a);
      const half2 b =
          *reinterpret_cast<const half2 *>(&B[(k0 + y + i) * N + col]);
      Bs[y + i][x] = __low2float(b);
      Bs[y + i][x + 1] = __high2float(b);
    }
    __syncthreads();

#pragma unroll 8
    for (int k = 0; k < TILE; ++k) {
      c[0][0] += As[y][k] * Bs[k][x];
      c[0][1] += As[y][k] * Bs[k][x + 1];
      c[1][0] += As[y + ROWS][k] * Bs[k][x];
      c[1][1] += As[y + ROWS][k] * Bs[k][x + 1];
    }
    __syncthreads();
  }

  for (int i = 0; i < 2; ++i)
    *reinterpret_cast<half2 *>(&C[(row + i * ROWS) * N + col]) =
        __floats2half2_rn(c[i][0], c[i][1]);
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % TILE == 0 && r.N % TILE == 0 && r.K % TILE == 0))
    return;
  dim3 grid(r.N / TILE, r.M / TILE), block(TILE / 2, ROWS);
  harness::gemm<half, half>(
      r, harness::Fp16, [&](const half *A, const half *B, half *C) {
        hgemm_to_float<<<grid, block>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("hgemm_to_float", run,
            {{32, 32, 0},
             {32, 64, 32},
             {64, 32, 64},
             {32, 32, 96},
             {32, 32, 128},
             {32, 32, 160},
             {64, 64, 224}});
  return suite.exitCode();
}
