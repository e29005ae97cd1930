//===- written-source.cu - a source that is stored to before the barrier ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is copied gets its result before the barrier.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void writtenSource(const float *A, float *C) {
  __shared__ float As[64];
  As[threadIdx.x] = C[threadIdx.x];
  C[threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] += As[63 - threadIdx.x] == 0.0f ? 1.0f : 2.0f;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, 64);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] {
    cudaMemset(C, 0, 64 * sizeof(float));
    writtenSource<<<1, 64>>>(A, C);
  });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("writtenSource", run, {{1, 64, 64}});
  return suite.exitCode();
}
