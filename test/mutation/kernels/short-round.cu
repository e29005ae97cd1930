//===- short-round.cu - a copy loop that not all threads end together -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 100 elements, 64 threads: in the second round 36 of them copy.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void short_round(const float *A, float *C, int N) {
  __shared__ float As[100];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int e = threadIdx.x; e < 100; e += 64)
      As[e] = A[k + e];
    __syncthreads();
    for (int i = 0; i < 100; ++i)
      sum += As[(i + threadIdx.x) % 100];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K + 36);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { short_round<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "short_round", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
