//===- given-local.cu - a function changes a local before it is stored -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A raw copy would store what the local was declared with.
//===----------------------------------------------------------------------===//
#include "harness.h"

__device__ inline void negate(int &v) { v = -v; }

__global__ void given_local(const int *A, float *C, int N) {
  __shared__ int As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    int v = A[k + threadIdx.x];
    negate(v);
    As[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<int> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { given_local<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "given_local", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
