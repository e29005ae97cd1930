//===- taken-names.cu - the user has variables of our names ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// They stand outside the block of the loop, where a new one would hide them
// unseen.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void taken_names(const float *A, float *C, int N) {
  __shared__ float As[64];
  const int stage = threadIdx.x + 2, hasNext = 3, hasTiles = 5, kNext = 7,
            AsNext = 9;
  float sum = 0.0f;
  {
    for (int k = 0; k < N; k += 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i] * (stage + hasNext + hasTiles + kNext + AsNext);
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { taken_names<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "taken_names", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
