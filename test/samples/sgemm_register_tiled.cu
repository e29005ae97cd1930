//===- sgemm_register_tiled.cu - SGEMM with an 8x8 tile per thread --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N) = A (M x K) * B (K x N), row-major; M, N multiples of 128, K of 8.
//
// A block computes 128x128 elements of C, a thread 8x8 of them in registers.
// Both tiles come in as float4. B goes straight into shared memory; A is
// transposed on the way, so that the eight rows which a thread multiplies
// stand side by side and are read as float4, too.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BM = 128; // rows of C per block
constexpr int BN = 128; // columns of C per block
constexpr int BK = 8;   // elements of K per step
constexpr int TM = 8;   // rows of C per thread
constexpr int TN = 8;   // columns of C per thread
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ __launch_bounds__(THREADS) void sgemm_register_tiled(
    const float *__restrict__ A, const float *__restrict__ B,
    float *__restrict__ C, int N, int K) {
  __shared__ float As[BK][BM]; // transposed
  __shared__ float Bs[BK][BN];

  // What this thread copies: one float4 of each tile.
  const int aRow = threadIdx.x / (BK / 4);
  const int aCol = threadIdx.x % (BK / 4) * 4;
  const int bRow = threadIdx.x / (BN / 4);
  const int bCol = threadIdx.x % (BN / 4) * 4;

  // What it computes: TM x TN elements of the block's part of C.
  const int row = threadIdx.x / (BN / TN) * TM;
  const int col = threadIdx.x % (BN / TN) * TN;

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[TM][TN] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    float4 a = *reinterpret_cast<const float4 *>(&A[aRow * K + k0 + aCol]);
    As[aCol + 0][aRow] = a.x;
    As[aCol + 1][aRow] = a.y;
    As[aCol + 2][aRow] = a.z;
    As[aCol + 3][aRow] = a.w;
    *reinterpret_cast<float4 *>(&Bs[bRow][bCol]) =
        *reinterpret_cast<const float4 *>(&B[(k0 + bRow) * N + bCol]);
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float aFrag[TM], bFrag[TN];
#pragma unroll
      for (int i = 0; i < TM; ++i)
        aFrag[i] = As[k][row + i];
#pragma unroll
      for (int j = 0; j < TN; ++j)
        bFrag[j] = Bs[k][col + j];
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
          acc[i][j] += aFrag[i] * bFrag[j];
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < TM; ++i)
#pragma unroll
    for (int j = 0; j < TN; j += 4)
      *reinterpret_cast<float4 *>(&C[(row + i) * N + col + j]) =
          make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  dim3 grid(r.N / BN, r.M / BM);
  harness::gemm<float, float>(
      r, harness::Fp32, [&](const float *A, const float *B, float *C) {
        sgemm_register_tiled<<<grid, THREADS>>>(A, B, C, r.N, r.K);
      });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("sgemm_register_tiled", run,
            {{128, 128, 0},
             {128, 128, 8},
             {128, 128, 16},
             {128, 128, 24},
             {128, 128, 32},
             {128, 256, 40},
             {256, 128, 104}});
  return suite.exitCode();
}
