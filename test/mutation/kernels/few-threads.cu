//===- few-threads.cu - a copy loop with rounds that no thread makes ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The block has 64 threads, the loop is for 128: every other 64 elements stay,
// and are not read.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void few_threads(const float *A, float *C, int N) {
  __shared__ float As[512];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 512; i += 128)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i ^ threadIdx.x] + As[256 + (i ^ threadIdx.x)] * float(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K + 512);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { few_threads<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("few_threads", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
