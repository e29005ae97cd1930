//===- lora_gemv.cu - batched LoRA projection with gathered weights -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Y[b] (RANK) = W[adapter[b]] (RANK x K) * X[b] (K) for M requests b that pick
// one of N adapters each; K multiple of 4. One block serves one request.
// Loads: float4, zeros behind the end of a row; the weights lie where an index
// array says. Eight lanes share a row of the result.
//===----------------------------------------------------------------------===//
// Forms: partitioned

#include "harness.h"

constexpr int RANK = 16;
constexpr int BK = 64; // elements of a row per step
constexpr int THREADS = 128;
constexpr int LANES = THREADS / RANK;

__global__ void lora_gemv(const float *__restrict__ X,
                          const float *__restrict__ W,
                          const int *__restrict__ adapter,
                          float *__restrict__ Y, int K) {
  __shared__ float4 ws[RANK][BK / 4];
  __shared__ float4 xs[BK / 4];

  const int request = blockIdx.x;
  const float *x = X + size_t(request) * K;
  const float *w = W + size_t(adapter[request]) * RANK * K;
  const int r = threadIdx.x / LANES;
  const int lane = threadIdx.x % LANES;

  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = threadIdx.x; i < RANK * BK / 4; i += THREADS) {
      const int row = i / (BK / 4), k = k0 + i % (BK / 4) * 4;
      if (k < K)
        ws[row][i % (BK / 4)] =
            *reinterpret_cast<const float4 *>(&w[row * K + k]);
      else
        ws[row][i % (BK / 4)] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    }
    if (threadIdx.x < BK / 4) {
      const int k = k0 + threadIdx.x * 4;
      xs[threadIdx.x] = k < K ? *reinterpret_cast<const float4 *>(&x[k])
                              : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    }
    __syncthreads();

#pragma unroll
    for (int i = lane; i < BK / 4; i += LANES) {
      const float4 a = ws[r][i], b = xs[i];
      sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    __syncthreads();
  }

  for (int step = LANES / 2; step > 0; step /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if (lane == 0)
    Y[request * RANK + r] = sum;
}

static void run(harness::Run &r) {
  if (!r.fits(r.K % 4 == 0 && r.M > 0 && r.N > 0))
    return;
  size_t M = r.M, N = r.N, K = r.K;
  harness::Input<float> X(r, M * K), W(r, N * RANK * K);
  harness::Input<int> adapter(r, M, 0, double(N - 1));
  harness::Output<float> Y(r, M * RANK);
  r.launch(2.0 * M * RANK * K,
           [&] { lora_gemv<<<r.M, THREADS>>>(X, W, adapter, Y, r.K); });
  r.check(Y, K, harness::Fp32, [&](size_t i) {
    size_t row = size_t(adapter.at(i / RANK)) * RANK + i % RANK;
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(X.at(i / RANK * K + k)) * double(W.at(row * K + k));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("lora_gemv", run,
            {{4, 3, 0},
             {3, 2, 4},
             {4, 3, 64},
             {5, 4, 128},
             {4, 3, 180},
             {3, 5, 256},
             {7, 3, 320},
             {6, 4, 600}});
  return suite.exitCode();
}
