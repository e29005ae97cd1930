//===- sgemm_macros.cu - SGEMM whose accesses are macros ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 64, K of 16.
// Loads: A through a statement macro into registers and on, transposed, by an
// accessor that holds the tile's name; B by a macro that casts to float4, in
// parentheses of its own. The computation reads by accessors.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BM = 64, BN = 64, BK = 16;
constexpr int THREADS = 256;

#define GET4(value, address) value = *((const float4 *)(address));
#define AS_FLOAT4(x) (*(float4 *)&(x))
#define CONST_FLOAT4(x) (*(const float4 *)&(x))
#define At(row, k) At[(row) + (k) * BM]
#define Bs(k, col) Bs[k][col]
#define A(row, k) A[(row) * K + (k)]
#define MULTIPLY(sum, factor, four)                                            \
  sum.x += factor * four.x;                                                    \
  sum.y += factor * four.y;                                                    \
  sum.z += factor * four.z;                                                    \
  sum.w += factor * four.w;

__global__ __launch_bounds__(THREADS) void sgemm_macros(
    const float *__restrict__ A, const float *__restrict__ B,
    float *__restrict__ C, int N, int K) {
  __shared__ alignas(16) float At[BK * BM];
  __shared__ alignas(16) float Bs[BK][BN];

  const int tx = threadIdx.x % 16;
  const int ty = threadIdx.x / 16;
  const int aRow = threadIdx.x / 4, aCol = threadIdx.x % 4 * 4;
  const int bRow = threadIdx.x / 16, bCol = threadIdx.x % 16 * 4;

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  float4 a, sums[4] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    GET4(a, &A(aRow, aCol))
    At(aRow, aCol) = a.x;
    At(aRow, aCol + 1) = a.y;
    At(aRow, aCol + 2) = a.z;
    At(aRow, aCol + 3) = a.w;
    AS_FLOAT4(Bs(bRow, bCol)) = (CONST_FLOAT4(B[(k0 + bRow) * N + bCol]));
    A += BK;
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      const float4 b = AS_FLOAT4(Bs(k, tx * 4));
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        MULTIPLY(sums[i], At(ty * 4 + i, k), b);
      }
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    AS_FLOAT4(
        C[(blockIdx.y * BM + ty * 4 + i) * N + blockIdx.x * BN + tx * 4]) =
        sums[i];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_macros<<<grid, THREADS>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_macros", run,
            {{64, 64, 0},
             {64, 64, 16},
             {128, 64, 32},
             {64, 128, 48},
             {64, 64, 80},
             {64, 64, 160}});
  return suite.exitCode();
}
