//===- sgemm_load_both.cu - SGEMM with one function for both tiles --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 64, K of 16.
// The tiles are one-dimensional and reach the functions as pointers; A is
// transposed on its way, B copied as it is.
//===----------------------------------------------------------------------===//

#include "harness.h"

namespace tile {

template <int BM, int BN, int BK, int A_STRIDE, int B_STRIDE>
__device__ void load(const float *A, const float *B, float *As, float *Bs,
                     int N, int K, int aRow, int aCol, int bRow, int bCol) {
  for (int offset = 0; offset + A_STRIDE <= BM; offset += A_STRIDE) {
    const float4 v =
        *reinterpret_cast<const float4 *>(&A[(aRow + offset) * K + aCol * 4]);
    As[(aCol * 4 + 0) * BM + aRow + offset] = v.x;
    As[(aCol * 4 + 1) * BM + aRow + offset] = v.y;
    As[(aCol * 4 + 2) * BM + aRow + offset] = v.z;
    As[(aCol * 4 + 3) * BM + aRow + offset] = v.w;
  }
  for (int offset = 0; offset + B_STRIDE <= BK; offset += B_STRIDE)
    *reinterpret_cast<float4 *>(&Bs[(bRow + offset) * BN + bCol * 4]) =
        *reinterpret_cast<const float4 *>(&B[(bRow + offset) * N + bCol * 4]);
}

template <int BM, int BN, int BK, int TM, int TN>
__device__ void multiply(float (&acc)[TM][TN], const float *As, const float *Bs,
                         int row, int col) {
  for (int k = 0; k < BK; ++k)
#pragma unroll
    for (int i = 0; i < TM; ++i)
#pragma unroll
      for (int j = 0; j < TN; ++j)
        acc[i][j] += As[k * BM + row + i] * Bs[k * BN + col + j];
}

} // namespace tile

template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemm_load_both(const float *__restrict__ A,
                                const float *__restrict__ B,
                                float *__restrict__ C, int N, int K) {
  constexpr int THREADS = BM / TM * (BN / TN);
  constexpr int aStride = THREADS / (BK / 4);
  constexpr int bStride = THREADS / (BN / 4);
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];
  const int row = threadIdx.x / (BN / TN) * TM;
  const int col = threadIdx.x % (BN / TN) * TN;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  float acc[TM][TN] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    tile::load<BM, BN, BK, aStride, bStride>(
        A, B, As, Bs, N, K, threadIdx.x / (BK / 4), threadIdx.x % (BK / 4),
        threadIdx.x / (BN / 4), threadIdx.x % (BN / 4));
    __syncthreads();
    tile::multiply<BM, BN, BK>(acc, As, Bs, row, col);
    A += BK;
    B += BK * N;
    __syncthreads();
  }

  C += (blockIdx.y * BM + row) * N + blockIdx.x * BN + col;
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[i * N + j] = acc[i][j];
}

static void run(harness::Run &r) {
  constexpr int BM = 64, BN = 64, BK = 16, TM = 8, TN = 4;
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_load_both<BM, BN, BK, TM, TN>
            <<<grid, BM / TM *(BN / TN)>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "sgemm_load_both", run,
      {{64, 64, 0}, {64, 64, 16}, {64, 64, 32}, {64, 64, 48}, {64, 64, 176}});
  return suite.exitCode();
}
