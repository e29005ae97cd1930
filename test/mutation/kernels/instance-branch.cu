//===- instance-branch.cu - each instance runs a branch of its own in the loads =//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tree of one instance has nothing of the other's branch.
//===----------------------------------------------------------------------===//
#include "harness.h"

template <bool Scaled>
__global__ void instance_branch(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    int at = k + threadIdx.x;
    float scale = 1;
    if constexpr (Scaled)
      scale = k + 2;
    else
      at ^= 1;
    As[threadIdx.x] = A[at] * scale;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <bool Scaled> static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { instance_branch<Scaled><<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("scaled", run<true>, {{1, 64, 64}, {1, 64, 192}});
  suite.add("moved", run<false>, {{1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
