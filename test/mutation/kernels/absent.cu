//===- absent.cu - some threads leave before the loop ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// __syncthreads() does not wait for them; a pipeline of the block would.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void absent(const float *A, float *C, int N) {
  __shared__ float As[64];
  if (threadIdx.x >= 64)
    return;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { absent<<<1, 96>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("absent", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
