//===- igemm_dp4a.cu - int8 GEMM with four-way dot products ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C (M x N, int32) = A (M x K, int8, row-major) * B (K x N, int8, column-major:
// stored N x K); M, N multiples of 64, K of 64.
// Loads: 16 bytes of K at a time, as int4. Computation: __dp4a on the words.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BM = 64;
constexpr int BN = 64;
constexpr int BK = 64;        // bytes of K per tile
constexpr int WORDS = BK / 4; // ints of K per tile
constexpr int LD = WORDS + 4; // padded row, still 16-byte aligned
constexpr int TM = 4, TN = 4; // per thread, 16 apart
constexpr int THREADS = 16 * 16;

__global__
__launch_bounds__(THREADS) void igemm_dp4a(const int8_t *__restrict__ A,
                                           const int8_t *__restrict__ B,
                                           int *__restrict__ C, int N, int K) {
  __shared__ alignas(16) int As[BM][LD];
  __shared__ alignas(16) int Bs[BN][LD];

  const int tid = threadIdx.x;
  const int copyRow = tid / (BK / 16);
  const int copyWord = tid % (BK / 16) * 4;
  const int row = tid / 16;
  const int col = tid % 16;

  const int8_t *a = A + (blockIdx.y * BM + copyRow) * K + copyWord * 4;
  const int8_t *b = B + (blockIdx.x * BN + copyRow) * K + copyWord * 4;

  int acc[TM][TN] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
    *reinterpret_cast<int4 *>(&As[copyRow][copyWord]) =
        *reinterpret_cast<const int4 *>(a + k0);
    *reinterpret_cast<int4 *>(&Bs[copyRow][copyWord]) =
        *reinterpret_cast<const int4 *>(b + k0);
    __syncthreads();

#pragma unroll
    for (int w = 0; w < WORDS; ++w)
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j)
          acc[i][j] =
              __dp4a(As[row + 16 * i][w], Bs[col + 16 * j][w], acc[i][j]);
    __syncthreads();
  }

  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      C[(blockIdx.y * BM + row + 16 * i) * N + blockIdx.x * BN + col + 16 * j] =
          acc[i][j];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % BK == 0))
    return;
  size_t M = r.M, N = r.N, K = r.K;
  harness::Input<int8_t> A(r, M * K), B(r, N * K);
  harness::Output<int> C(r, M * N);
  dim3 grid(r.N / BN, r.M / BM);
  r.launch(2.0 * M * N * K,
           [&] { igemm_dp4a<<<grid, THREADS>>>(A, B, C, r.N, r.K); });
  r.check(C, K, harness::Exact, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(A.at(i / N * K + k)) * double(B.at(i % N * K + k));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("igemm_dp4a", run,
            {{64, 64, 0},
             {64, 64, 64},
             {64, 64, 128},
             {64, 64, 192},
             {64, 64, 256},
             {64, 64, 320},
             {64, 64, 576}});
  return suite.exitCode();
}
