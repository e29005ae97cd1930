//===- conv_filter_once.cu - convolution with a short filter --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y[i] = sum of h[k] * x[i + k] over K taps; M outputs, M + TAPS - 1 inputs;
// any M, K up to TAPS (N is ignored). Filter and window are loaded once, with
// zeros behind their ends; there is no loop over tiles.
//===----------------------------------------------------------------------===//
// Forms: copy-once

#include "harness.h"

constexpr int OUTPUTS = 128; // per block, one per thread
constexpr int TAPS = 64;     // most

__global__ void conv_filter_once(const float *__restrict__ x,
                                 const float *__restrict__ h,
                                 float *__restrict__ y, int outputs, int taps) {
  __shared__ float filter[TAPS];
  __shared__ float window[OUTPUTS + TAPS];

  const int tid = threadIdx.x;
  const int first = blockIdx.x * OUTPUTS;
  const int inputs = outputs + TAPS - 1;

  if (tid < TAPS)
    filter[tid] = tid < taps ? h[tid] : 0.0f;
  for (int i = tid; i < OUTPUTS + TAPS; i += OUTPUTS) {
    const int from = first + i;
    if (from < inputs)
      window[i] = x[from];
    else
      window[i] = 0.0f;
  }
  float sum = 0.0f;
  __syncthreads();

  for (int k = 0; k < TAPS; ++k)
    sum += filter[k] * window[tid + k];
  if (first + tid < outputs)
    y[first + tid] = sum;
}

static void run(harness::Run &r) {
  if (!r.fits(r.M > 0 && r.K <= TAPS))
    return;
  size_t M = r.M, K = r.K;
  harness::Input<float> x(r, M + TAPS - 1), h(r, K);
  harness::Output<float> y(r, M);
  r.launch(2.0 * M * TAPS, [&] {
    conv_filter_once<<<harness::ceilDiv(r.M, OUTPUTS), OUTPUTS>>>(x, h, y, r.M,
                                                                  r.K);
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
  suite.add("conv_filter_once", run,
            {{128, 1, 0}, {100, 1, 1}, {129, 1, 33}, {300, 1, 64}});
  return suite.exitCode();
}
