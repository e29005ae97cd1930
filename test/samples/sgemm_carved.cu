//===- sgemm_carved.cu - SGEMM, tiles and sums in one dynamic array -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; any M, N, K. The tiles and the
// sums are parts of one shared array whose size the launch gives.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int TILE = 16;

__global__ void sgemm_carved(const float *A, const float *B, float *C, int M,
                             int N, int K) {
  extern __shared__ float buffer[];
  float *__restrict__ sums = buffer;
  float *__restrict__ As = sums + blockDim.x * blockDim.y;
  float *__restrict__ Bs = As + TILE * TILE;
  const int tx = threadIdx.x, ty = threadIdx.y, own = ty * TILE + tx;
  const int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;

  sums[own] = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    As[own] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
    Bs[own] = k0 + ty < K && column < N ? B[(k0 + ty) * N + column] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sums[own] += As[ty * TILE + k] * Bs[k * TILE + tx];
    __syncthreads();
  }

  if (row < M && column < N)
    C[row * N + column] = sums[own];
}

static void run(harness::Run &r) {
  const size_t M = r.M, N = r.N, K = r.K;
  harness::Input<float> A(r, M * K), B(r, K * N);
  harness::Output<float> C(r, M * N);
  dim3 grid(harness::ceilDiv(r.N, TILE), harness::ceilDiv(r.M, TILE));
  r.launch(2.0 * M * N * K, [&] {
    sgemm_carved<<<grid, dim3(TILE, TILE), 3 * TILE * TILE * sizeof(float)>>>(
        A, B, C, r.M, r.N, r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(i / N * K + k)) * double(B.at(k * N + i % N));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_carved", run,
            {{16, 16, 0},
             {15, 17, 1},
             {16, 16, 16},
             {20, 20, 32},
             {33, 32, 47},
             {40, 30, 90}});
  return suite.exitCode();
}
