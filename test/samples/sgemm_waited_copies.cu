//===- sgemm_waited_copies.cu - SGEMM that waits for its copies at once ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 32, K of any
// multiple of 4. Tile A is copied by PTX, with zeros behind its last column;
// tile B by the primitives.
//===----------------------------------------------------------------------===//

#include "harness.h"
#include <cuda_pipeline.h>

constexpr int TILE = 32;
constexpr int ROWS = 4; // of the result per thread

__device__ __forceinline__ void copyOrZero(void *to, const void *from,
                                           bool inside) {
  const unsigned address =
      static_cast<unsigned>(__cvta_generic_to_shared(to));
  const int size = inside ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(address),
               "l"(from), "r"(size));
}

__global__ void sgemm_waited_copies(const float *__restrict__ A,
                                    const float *__restrict__ B,
                                    float *__restrict__ C, int N, int K) {
  __shared__ __align__(16) float As[TILE][TILE];
  __shared__ __align__(16) float Bs[TILE][TILE];
  const int thread = threadIdx.y * TILE + threadIdx.x;
  const int row = blockIdx.y * TILE, col = blockIdx.x * TILE;
  const int r = thread / (TILE / 4), c = thread % (TILE / 4) * 4;
  float acc[ROWS] = {};

  for (int k0 = 0; k0 < K; k0 += TILE) {
    copyOrZero(&As[r][c], &A[(row + r) * K + k0 + c], k0 + c < K);
    if (k0 + r < K)
      __pipeline_memcpy_async(&Bs[r][c], B + (k0 + r) * N + col + c, 16);
    else
      *reinterpret_cast<float4 *>(&Bs[r][c]) = float4{0, 0, 0, 0};
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      for (int i = 0; i < ROWS; ++i)
        acc[i] += As[threadIdx.y * ROWS + i][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }

  for (int i = 0; i < ROWS; ++i)
    C[(row + threadIdx.y * ROWS + i) * N + col + threadIdx.x] = acc[i];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % TILE == 0 && r.N % TILE == 0 && r.K % 4 == 0))
    return;
  dim3 grid(r.N / TILE, r.M / TILE), block(TILE, TILE / ROWS);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_waited_copies<<<grid, block>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_waited_copies", run,
            {{32, 32, 0}, {32, 32, 32}, {32, 32, 64}, {32, 64, 100}, {32, 32, 224}});
  return suite.exitCode();
}
