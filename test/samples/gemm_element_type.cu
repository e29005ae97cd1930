//===- gemm_element_type.cu - one GEMM kernel for float and double --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major, any M, N, K.
// The element type is a template parameter, so one loop copies 4 bytes per
// element in one instance and 8 in the other. The guarded loads go through a
// local that starts as zero.
//===----------------------------------------------------------------------===//

#include "harness.h"

template <typename T, int TILE>
__global__ void gemm_element_type(const T *A, const T *B, T *C, unsigned M,
                                  unsigned N, unsigned K) {
  __shared__ T As[TILE][TILE];
  __shared__ T Bs[TILE][TILE];

  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y;
  const unsigned col = blockIdx.x * TILE + x;

  T sum = 0;
  for (unsigned k0 = 0; k0 < K; k0 += TILE) {
    T a = 0;
    if (row < M && k0 + x < K)
      a = A[row * K + k0 + x];
    As[y][x] = a;

    T b = 0;
    if (k0 + y < K && col < N)
      b = B[(k0 + y) * N + col];
    Bs[y][x] = b;
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TILE; ++k)
      sum += As[y][k] * Bs[k][x];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}

template <typename T, int TILE> static void run(harness::Run &r) {
  dim3 grid(harness::ceilDiv(r.N, TILE), harness::ceilDiv(r.M, TILE));
  dim3 block(TILE, TILE);
  harness::gemm<T, T>(r, sizeof(T) == 8 ? harness::Fp64 : harness::Fp32,
                      [&](const T *A, const T *B, T *C) {
                        gemm_element_type<T, TILE>
                            <<<grid, block>>>(A, B, C, r.M, r.N, r.K);
                      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("gemm_element_type_float", run<float, 32>,
            {{32, 32, 0},
             {33, 20, 31},
             {32, 32, 32},
             {40, 32, 64},
             {17, 31, 90},
             {32, 32, 100},
             {64, 64, 160}});
  suite.add("gemm_element_type_double", run<double, 16>,
            {{16, 16, 0},
             {33, 20, 15},
             {16, 16, 16},
             {24, 16, 32},
             {17, 31, 45},
             {16, 16, 64},
             {16, 32, 79},
             {48, 32, 133}});
  return suite.exitCode();
}
