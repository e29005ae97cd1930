//===- overwrite.cu - elements that are filled behind their copy -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same thread copies an element, and then fills it.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void overwrite(const float *A, float *C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 256; i += 64)
      As[i] = A[k + i];
    for (int i = threadIdx.x; i < 192; i += 64)
      As[i] = 1.0f;
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i ^ threadIdx.x] * float(i & 15);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K + 256);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { overwrite<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("overwrite", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
