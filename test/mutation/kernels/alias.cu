//===- alias.cu - the computation makes the next tile ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C is A one tile further: what an iteration stores is what the next one loads.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void alias(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64] * 0.125f;
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

static void run(harness::Run &r) {
  harness::Input<float> First(r, 64);
  harness::Output<float> C(r, r.K + 64);
  r.launch(0, [&] {
    harness::require(
        cudaMemcpy(C, First, 64 * sizeof(float), cudaMemcpyDeviceToDevice),
        "copy");
    alias<<<1, 64>>>(C, C + 64, r.K);
  });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "alias", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
