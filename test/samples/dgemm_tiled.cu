//===- dgemm_tiled.cu - tiled GEMM in double precision --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K.
// Loads: eight bytes each; only the tiles on the border are guarded.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int DIM = 16;

__global__ void dgemm_tiled(const double *__restrict__ A,
                            const double *__restrict__ B,
                            double *__restrict__ C, int M, int N, int K) {
  __shared__ double As[DIM][DIM + 1];
  __shared__ double Bs[DIM][DIM + 1];

  const int r = threadIdx.y;
  const int c = threadIdx.x;
  const int row = blockIdx.y * DIM + r;
  const int col = blockIdx.x * DIM + c;
  const int tiles = (K + DIM - 1) / DIM;

  double sum = 0.0;
  for (int tile = 0; tile < tiles; ++tile) {
    const int k0 = tile * DIM;
    As[r][c] = row < M && k0 + c < K ? A[size_t(row) * K + k0 + c] : 0.0;
    Bs[r][c] = k0 + r < K && col < N ? B[size_t(k0 + r) * N + col] : 0.0;
    __syncthreads();

    for (int k = 0; k < DIM; ++k)
      sum += As[r][k] * Bs[k][c];
    __syncthreads();
  }

  if (row < M && col < N)
    C[size_t(row) * N + col] = sum;
}

static void run(harness::Run &r) {
  dim3 grid(harness::ceilDiv(r.N, DIM), harness::ceilDiv(r.M, DIM));
  dim3 block(DIM, DIM);
  harness::gemm<double, double>(
      r, harness::Fp64, [&](const double *A, const double *B, double *C) {
        dgemm_tiled<<<grid, block>>>(A, B, C, r.M, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("dgemm_tiled", run,
            {{16, 16, 0},
             {16, 17, 3},
             {33, 16, 16},
             {20, 30, 29},
             {16, 32, 48},
             {45, 33, 50},
             {32, 32, 80},
             {64, 50, 131}});
  return suite.exitCode();
}
