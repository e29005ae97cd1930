//===- behind.cu - what the computation reads is written after the loop ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop's last barrier stands between the two.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void behind(const float *A, float *C, int N) {
  __shared__ float As[64];
  __shared__ float scale[64];
  scale[threadIdx.x] = float(threadIdx.x % 4);
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * scale[63 - i];
    __syncthreads();
  }
  scale[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = scale[63 - threadIdx.x];
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { behind<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("behind", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 448}});
  return suite.exitCode();
}
