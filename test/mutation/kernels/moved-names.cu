//===- moved-names.cu - names between loads and the end of the body -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stores of the next tile land behind the computation, where a name of
// theirs is another variable's.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void moved_names(const float *__restrict__ A, float *__restrict__ C,
                            int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const int flip = 1;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x ^ flip] = A[k + threadIdx.x];
    __syncthreads();
    const int flip = 2;
    sum += As[threadIdx.x] * flip;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { moved_names<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("moved-names", run,
            {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 448}});
  return suite.exitCode();
}
