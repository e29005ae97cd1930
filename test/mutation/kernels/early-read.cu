//===- early-read.cu - the barrier that moves guards another array --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Last is read in front of the loads' barrier and written behind it.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void early_read(const float *A, float *C, int N) {
  __shared__ float As[64];
  __shared__ float Last[64];
  float sum = 0.0f;
  Last[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    sum += Last[63 - threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64];
    Last[threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { early_read<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "early_read", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
