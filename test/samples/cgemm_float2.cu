//===- cgemm_float2.cu - complex GEMM, float2 elements --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N) over complex numbers, row-major, any M, N,
// K. Loads: eight bytes (re, im) each, (0, 0) outside of the matrices.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 16;

__device__ inline float2 multiplyAdd(float2 a, float2 b, float2 c) {
  c.x = fmaf(-a.y, b.y, fmaf(a.x, b.x, c.x));
  c.y = fmaf(a.y, b.x, fmaf(a.x, b.y, c.y));
  return c;
}

__global__ void cgemm_float2(const float2 *A, const float2 *B, float2 *C, int M,
                             int N, int K) {
  __shared__ float2 As[TILE][TILE];
  __shared__ float2 Bs[TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;
  const float2 zero = make_float2(0.0f, 0.0f);

  float2 sum = zero;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    As[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : zero;
    Bs[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : zero;
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TILE; ++k)
      sum = multiplyAdd(As[ty][k], Bs[k][tx], sum);
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

static void run(harness::Run &r) {
  size_t M = r.M, N = r.N, K = r.K;
  // Pairs (re, im).
  harness::Input<float> A(r, 2 * M * K), B(r, 2 * K * N);
  harness::Output<float> C(r, 2 * M * N);
  dim3 grid(harness::ceilDiv(r.N, TILE), harness::ceilDiv(r.M, TILE));
  dim3 block(TILE, TILE);
  r.launch(8.0 * M * N * K, [&] {
    cgemm_float2<<<grid, block>>>(
        reinterpret_cast<const float2 *>(static_cast<const float *>(A)),
        reinterpret_cast<const float2 *>(static_cast<const float *>(B)),
        reinterpret_cast<float2 *>(static_cast<float *>(C)), r.M, r.N, r.K);
  });
  r.check(C, 2.0 * K, harness::Fp32, [&](size_t i) {
    size_t row = i / 2 / N, col = i / 2 % N;
    double sum = 0;
    for (size_t k = 0; k < K; ++k) {
      double aRe = A.at(2 * (row * K + k)), aIm = A.at(2 * (row * K + k) + 1);
      double bRe = B.at(2 * (k * N + col)), bIm = B.at(2 * (k * N + col) + 1);
      sum += i % 2 == 0 ? aRe * bRe - aIm * bIm : aRe * bIm + aIm * bRe;
    }
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("cgemm_float2", run,
            {{16, 16, 0},
             {16, 20, 1},
             {33, 16, 16},
             {16, 32, 32},
             {20, 30, 45},
             {16, 16, 64},
             {31, 33, 80},
             {48, 40, 135}});
  return suite.exitCode();
}
