//===- chosen-source.cu - a copy from one of two places -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Its address is that of a choice, and the first include is not read.
//===----------------------------------------------------------------------===//
#if 0
#include "nowhere.h"
#endif

#include "harness.h"

__global__ void chosen(const float *__restrict__ A, float *__restrict__ C,
                       int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = threadIdx.x % 2 ? A[k + threadIdx.x] : A[k];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { chosen<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("chosen-source", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 448}});
  return suite.exitCode();
}
