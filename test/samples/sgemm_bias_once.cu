//===- sgemm_bias_once.cu - GEMM with a bias that is loaded once ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N) + bias (N), row-major; M, N, K multiples of
// 16. The bias of a block's columns and the scale of its rows are loaded once,
// before the loop over the tiles.
//===----------------------------------------------------------------------===//
// Forms: copy-once

#include "harness.h"

constexpr int TILE = 16;

__global__ void sgemm_bias_once(const float *__restrict__ A,
                                const float *__restrict__ B,
                                const float *__restrict__ bias,
                                const float *__restrict__ scale,
                                float *__restrict__ C, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  __shared__ float ends[2 * TILE]; // scales, biases

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;

  if (ty == 0) {
    ends[tx] = __ldg(&scale[blockIdx.y * TILE + tx]);
    ends[tx + TILE] = __ldg(bias + col);
  }
  __syncthreads();

  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    As[ty][tx] = A[row * K + k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * N + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  C[row * N + col] = sum * ends[ty] + ends[tx + TILE];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % TILE == 0 && r.N % TILE == 0 && r.K % TILE == 0))
    return;
  size_t M = r.M, N = r.N, K = r.K;
  harness::Input<float> A(r, M * K), B(r, K * N), bias(r, N), scale(r, M);
  harness::Output<float> C(r, M * N);
  dim3 grid(r.N / TILE, r.M / TILE), block(TILE, TILE);
  r.launch(2.0 * M * N * K, [&] {
    sgemm_bias_once<<<grid, block>>>(A, B, bias, scale, C, r.N, r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(i / N * K + k)) * double(B.at(k * N + i % N));
    return sum * double(scale.at(i / N)) + double(bias.at(i % N));
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_bias_once", run,
            {{16, 16, 0}, {16, 32, 16}, {48, 16, 32}, {32, 32, 80}});
  return suite.exitCode();
}
