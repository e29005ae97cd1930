//===- layers.cu - a thread asks for its place in z -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that are added in z would get another answer.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void layers(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = threadIdx.z;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { layers<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("layers", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
