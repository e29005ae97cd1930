//===- named-before.cu - the loop reads by a pointer of before -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It leads to the first of several buffers.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void named_before(const float *A, float *C, int N) {
  __shared__ float As[64];
  const float *tile = (const float *)As;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { named_before<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "named_before", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
