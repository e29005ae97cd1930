//===- progress.cu - what the loads move on is used behind the loop -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads that compute would not move it.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void progress(const float *A, float *C, int N) {
  __shared__ float As[64];
  const float *from = A;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from[threadIdx.x];
    from += 64;
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum + (from - A);
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { progress<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("progress", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
