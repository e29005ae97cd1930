//===- sgemm_tile_in_loop.cu - SGEMM, tiles declared inside the loop ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * transpose(B) with B stored N x K, row-major; any M,
// N, K. Both tiles hold rows along K; the one of B is read down its padded
// columns.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

#define T 16

__global__ void sgemm_tile_in_loop(const float *A, const float *Bt, float *C,
                                   int M, int N, int K) {
  const int row = blockIdx.y * T + threadIdx.y;
  const int col = blockIdx.x * T + threadIdx.x;
  // The row of Bt that this thread copies.
  const int copyRow = blockIdx.x * T + threadIdx.y;

  float sum = 0.0f;
  for (int step = 0; step < K; step += T) {
    __shared__ float a[T][T];
    __shared__ float b[T][T + 1];

    const int k = step + threadIdx.x;
    a[threadIdx.y][threadIdx.x] = row < M && k < K ? A[row * K + k] : 0.0f;
    b[threadIdx.y][threadIdx.x] =
        copyRow < N && k < K ? Bt[copyRow * K + k] : 0.0f;
    __syncthreads();

    for (int i = 0; i < T; ++i)
      sum += a[threadIdx.y][i] * b[threadIdx.x][i];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

static void run(harness::Run &r) {
  size_t M = r.M, N = r.N, K = r.K;
  harness::Input<float> A(r, M * K), Bt(r, N * K);
  harness::Output<float> C(r, M * N);
  dim3 grid(harness::ceilDiv(r.N, T), harness::ceilDiv(r.M, T)), block(T, T);
  r.launch(2.0 * M * N * K, [&] {
    sgemm_tile_in_loop<<<grid, block>>>(A, Bt, C, r.M, r.N, r.K);
  });
  r.check(C, K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(i / N * K + k)) * double(Bt.at(i % N * K + k));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_tile_in_loop", run,
            {{16, 16, 0},
             {17, 16, 5},
             {16, 33, 16},
             {30, 20, 32},
             {16, 16, 47},
             {40, 31, 64},
             {32, 32, 80},
             {64, 64, 137}});
  return suite.exitCode();
}
