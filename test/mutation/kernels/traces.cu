//===- traces.cu - what stands before the loop may be done once -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that are added to copy the tiles would count as well.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void clear(float *C) { C[threadIdx.x] = 0.0f; }

__global__ void traces(const float *A, float *C, int N) {
  __shared__ float As[64];
  atomicAdd(&C[threadIdx.x], 1.0f);
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j];
    __syncthreads();
  }
  atomicAdd(&C[threadIdx.x], sum);
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] {
    clear<<<1, 64>>>(C);
    traces<<<1, 64>>>(A, C, r.K);
  });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("traces", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
