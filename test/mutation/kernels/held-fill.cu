//===- held-fill.cu - a local with a value of its own where nothing is read //
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void held_fill(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    float value = 1.0f;
    if (k + threadIdx.x < N)
      value = A[k + threadIdx.x];
    As[threadIdx.x] = value;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { held_fill<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("held_fill", run,
            {{1, 64, 0}, {1, 64, 1}, {1, 64, 64}, {1, 64, 65}, {1, 64, 200}});
  return suite.exitCode();
}
