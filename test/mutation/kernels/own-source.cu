//===- own-source.cu - threads that copy from places of their own ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Odd threads read another matrix than even ones.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void own_source(const float *A, float *C, int N) {
  __shared__ float As[256];
  const int mine = (threadIdx.x & 1) * 256;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 256; i += 64)
      As[i] = A[k + mine + i];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i ^ threadIdx.x] * float(i & 15);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K + 512);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { own_source<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("own_source", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
