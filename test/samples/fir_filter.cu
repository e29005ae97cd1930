//===- fir_filter.cu - convolution of a long signal with a long filter ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y[i] = sum of h[k] * x[i + k] over K taps; M outputs, M + K - 1 inputs; any
// M, K (N is ignored). The loop walks over tiles of the filter; with each tile
// comes the window of the signal that this block's outputs need for it.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int OUTPUTS = 128; // per block, one per thread
constexpr int TAPS = 32;     // per tile

__global__ void fir_filter(const float *x, const float *h, float *y,
                           int outputs, int taps) {
  __shared__ float filter[TAPS];
  __shared__ float window[OUTPUTS + TAPS];

  const int tid = threadIdx.x;
  const int first = blockIdx.x * OUTPUTS;
  const int inputs = outputs + taps - 1;

  float sum = 0.0f;
  for (int tap = 0; tap < taps; tap += TAPS) {
    if (tid < TAPS)
      filter[tid] = tap + tid < taps ? h[tap + tid] : 0.0f;
    for (int i = tid; i < OUTPUTS + TAPS; i += OUTPUTS) {
      const int source = first + tap + i;
      window[i] = source < inputs ? x[source] : 0.0f;
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < TAPS; ++k)
      sum += filter[k] * window[tid + k];
    __syncthreads();
  }

  if (first + tid < outputs)
    y[first + tid] = sum;
}

static void run(harness::Run &r) {
  if (!r.fits(r.M > 0))
    return;
  size_t M = r.M, K = r.K;
  harness::Input<float> x(r, M + K - 1), h(r, K);
  harness::Output<float> y(r, M);
  r.launch(2.0 * M * K, [&] {
    fir_filter<<<harness::ceilDiv(r.M, OUTPUTS), OUTPUTS>>>(x, h, y, r.M, r.K);
  });
  r.check(y, K, harness::Fp32, [&](size_t i) {
    double sum = 0;
    for (size_t k = 0; k < K; ++k)
      sum += double(h.at(k)) * double(x.at(i + k));
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("fir_filter", run,
            {{128, 1, 0},
             {100, 1, 1},
             {128, 1, 32},
             {129, 1, 64},
             {60, 1, 75},
             {256, 1, 128},
             {200, 1, 160},
             {300, 1, 333}});
  return suite.exitCode();
}
