//===- stale.cu - elements of the tile before are meant -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last tile is short: behind its end stand the elements of the tile before.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void stale(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
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
  r.launch(0, [&] { stale<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "stale", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 100}, {1, 64, 150}, {1, 64, 420}});
  return suite.exitCode();
}
