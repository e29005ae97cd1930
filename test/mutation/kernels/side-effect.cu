//===- side-effect.cu - the load phase leaves a note for the computation --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The note is in global memory; written a tile ahead it is wrong.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void side_effect(const float *__restrict__ A, float *__restrict__ C,
                            int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    {
      As[threadIdx.x] = A[k + threadIdx.x];
      C[threadIdx.x] = k;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * C[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { side_effect<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "side_effect", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
