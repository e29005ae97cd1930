//===- gemm_dequant.cu - float activations times int8 weights -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Y (M x N) = X (M x K) * W (K x N), row-major; M multiple of 32, N of 64, K of
// GROUP. W is stored as int8 with one float scale per group of GROUP rows and
// column; a tile of it is scaled on the way in. X is copied as it is.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BM = 32, BN = 64;
constexpr int GROUP = 32; // rows of W per scale, and the step of the loop
constexpr int THREADS = 256;

__global__ void gemm_dequant(const float *__restrict__ X,
                             const int8_t *__restrict__ W,
                             const float *__restrict__ scales,
                             float *__restrict__ Y, int N, int K) {
  __shared__ float Xs[BM][GROUP];
  __shared__ float Ws[GROUP][BN];

  const int tid = threadIdx.x;
  const int xRow = tid / (GROUP / 4), xCol = tid % (GROUP / 4) * 4;
  const int wRow = tid / (BN / 4), wCol = tid % (BN / 4) * 4;
  const int col0 = blockIdx.x * BN;
  const int row = tid / BN * (BM / 4); // eight rows of Y per thread
  const int col = tid % BN;

  X += blockIdx.y * BM * K;
  float acc[BM / 4] = {};

  for (int k0 = 0; k0 < K; k0 += GROUP) {
    *reinterpret_cast<float4 *>(&Xs[xRow][xCol]) =
        *reinterpret_cast<const float4 *>(&X[xRow * K + k0 + xCol]);

    const float4 scale = *reinterpret_cast<const float4 *>(
        &scales[k0 / GROUP * N + col0 + wCol]);
#pragma unroll
    for (int i = 0; i < GROUP; i += THREADS / (BN / 4)) {
      const char4 q = *reinterpret_cast<const char4 *>(
          &W[(k0 + wRow + i) * N + col0 + wCol]);
      Ws[wRow + i][wCol + 0] = q.x * scale.x;
      Ws[wRow + i][wCol + 1] = q.y * scale.y;
      Ws[wRow + i][wCol + 2] = q.z * scale.z;
      Ws[wRow + i][wCol + 3] = q.w * scale.w;
    }
    __syncthreads();

#pragma unroll 8
    for (int k = 0; k < GROUP; ++k) {
      const float w = Ws[k][col];
#pragma unroll
      for (int i = 0; i < BM / 4; ++i)
        acc[i] += Xs[row + i][k] * w;
    }
    __syncthreads();
  }

  for (int i = 0; i < BM / 4; ++i)
    Y[(blockIdx.y * BM + row + i) * N + col0 + col] = acc[i];
}

static void run(harness::Run &r) {
  if (!r.fits(r.M % BM == 0 && r.N % BN == 0 && r.K % GROUP == 0))
    return;
  size_t M = r.M, N = r.N, K = r.K;
  harness::Input<float> X(r, M * K);
  harness::Input<int8_t> W(r, K * N, -127, 127);
  harness::Input<float> scales(r, K / GROUP * N, 0.001, 0.01);
  harness::Output<float> Y(r, M * N);
  dim3 grid(r.N / BN, r.M / BM);
  r.launch(2.0 * M * N * K,
           [&] { gemm_dequant<<<grid, THREADS>>>(X, W, scales, Y, r.N, r.K); });
  r.check(Y, K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t row = i / N, col = i % N, k = 0; k < K; ++k)
      sum += double(X.at(row * K + k)) * double(W.at(k * N + col)) *
             double(scales.at(k / GROUP * N + col));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("gemm_dequant", run,
            {{32, 64, 0},
             {32, 64, 32},
             {64, 64, 64},
             {32, 64, 96},
             {32, 64, 128},
             {32, 64, 160},
             {32, 64, 288}});
  return suite.exitCode();
}
