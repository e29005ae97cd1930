//===- early-exit.cu - one tile is passed over ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `continue` is taken by all threads and skips the end of the body.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void early_exit(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    if (k == 64)
      continue;
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { early_exit<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "early_exit", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
