//===- sgemm_load_lambda.cu - SGEMM whose tiles lambdas fill --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K. One lambda is
// given the tile of A; the other names the tile of B itself.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int THREADS = 256;

template <typename T, int BM, int BN, int BK>
__global__ __launch_bounds__(THREADS) void sgemm_load_lambda(
    const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int M,
    int N, int K) {
  __shared__ T As[BM][BK];
  __shared__ T Bs[BK][BN];
  constexpr int ROWS = BM * BN / THREADS; // of C per thread
  const int col = threadIdx.x % BN;
  const int row = threadIdx.x / BN * ROWS;
  const int tileRow = blockIdx.y * BM, tileCol = blockIdx.x * BN;
  T acc[ROWS] = {};

  auto loadA = [&](T(&tile)[BM][BK], int k0) {
    const int r = threadIdx.x / BK, c = threadIdx.x % BK;
#pragma unroll
    for (int i = 0; i < BM; i += THREADS / BK) {
      const bool inside = tileRow + r + i < M && k0 + c < K;
      tile[r + i][c] = inside ? A[(tileRow + r + i) * K + k0 + c] : T(0);
    }
  };
  auto loadB = [=](int k0) {
#pragma unroll
    for (int i = threadIdx.x / BN; i < BK; i += THREADS / BN)
      Bs[i][col] = k0 + i < K && tileCol + col < N
                       ? B[(k0 + i) * N + tileCol + col]
                       : T(0);
  };

  for (int k0 = 0; k0 < K; k0 += BK) {
    loadA(As, k0);
    loadB(k0);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; ++k)
#pragma unroll
      for (int i = 0; i < ROWS; ++i)
        acc[i] += As[row + i][k] * Bs[k][col];
    __syncthreads();
  }

  for (int i = 0; i < ROWS; ++i)
    if (tileRow + row + i < M && tileCol + col < N)
      C[(tileRow + row + i) * N + tileCol + col] = acc[i];
}

template <int BM, int BN, int BK> static void run(harness::Run &r) {
  dim3 grid((r.N + BN - 1) / BN, (r.M + BM - 1) / BM);
  harness::gemm<float, float>(r, harness::Fp32,
                              [&](const float *A, const float *B, float *C) {
                                sgemm_load_lambda<float, BM, BN, BK>
                                    <<<grid, THREADS>>>(A, B, C, r.M, r.N, r.K);
                              });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_load_lambda_32", run<32, 32, 16>,
            {{32, 32, 0}, {32, 32, 16}, {32, 32, 32}, {30, 33, 50}});
  suite.add("sgemm_load_lambda_64", run<64, 32, 32>,
            {{64, 32, 0}, {64, 32, 20}, {64, 32, 64}, {50, 40, 100}});
  return suite.exitCode();
}
