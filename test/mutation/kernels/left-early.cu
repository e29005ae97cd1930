//===- left-early.cu - a break past the barrier that moves ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That barrier keeps what the iteration reads in front of it from what stands
// behind the loop.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void left_early(const float *A, float *C, int N, bool once) {
  __shared__ float As[64];
  __shared__ float scale[64];
  scale[threadIdx.x] = float(threadIdx.x % 4);
  __syncthreads();
  float sum = 0.0f;
  // pipeline-rewrite: assume-tiles-exist
  for (int k = 0; k < N; k += 64) {
    sum += scale[63 - threadIdx.x];
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (once)
      break;
    __syncthreads();
  }
  scale[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = scale[63 - threadIdx.x];
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { left_early<<<1, 64>>>(A, C, r.K, r.N == 1); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("left_early", run,
            {{1, 0, 0}, {1, 1, 64}, {1, 1, 192}, {1, 0, 448}});
  return suite.exitCode();
}
