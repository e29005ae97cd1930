//===- sgemm_live_out.cu - SGEMM whose counter is used after the loop -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of TILE, any K.
// The tiled loop takes whole tiles only; what is left of K begins where the
// counter stands after it and is computed from global memory.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 16;

__global__ void sgemm_live_out(const float *A, const float *B, float *C, int N,
                               int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const float *a = A + (blockIdx.y * TILE + ty) * K;
  const float *b = B + blockIdx.x * TILE + tx;

  float sum = 0.0f;
  int k0;
  for (k0 = 0; k0 + TILE <= K; k0 += TILE) {
    As[ty][tx] = a[k0 + tx];
    Bs[ty][tx] = b[(k0 + ty) * N];
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TILE; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }

  for (; k0 < K; ++k0)
    sum += a[k0] * b[k0 * N];

  C[(blockIdx.y * TILE + ty) * N + blockIdx.x * TILE + tx] = sum;
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % TILE == 0 && r.N % TILE == 0))
    return;
  dim3 grid(r.N / TILE, r.M / TILE), block(TILE, TILE);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_live_out<<<grid, block>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_live_out", run,
            {{16, 32, 0},
             {32, 16, 9},
             {32, 32, 16},
             {16, 16, 31},
             {16, 32, 32},
             {32, 32, 50},
             {16, 16, 64},
             {16, 32, 95},
             {64, 64, 150}});
  return suite.exitCode();
}
