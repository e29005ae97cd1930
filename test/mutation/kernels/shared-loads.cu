//===- shared-loads.cu - a tile's sums say where the next one lies --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// They are exchanged through shared memory.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void shared_loads(const float *A, float *C, int N) {
  __shared__ float As[64];
  __shared__ float Sums[64];
  float sum = 0.0f;
  int next = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[next * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + As[(i + threadIdx.x) % 64];
    Sums[threadIdx.x] = sum;
    __syncthreads();
    next = Sums[63] > 0.0f ? k / 64 : 0;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { shared_loads<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "shared_loads", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
