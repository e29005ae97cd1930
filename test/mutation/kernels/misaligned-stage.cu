//===- misaligned-stage.cu - a tile whose size is no multiple of its accesses
//===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second tile of 264 bytes would start between two multiples of 16.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void misaligned_stage(const float *A, float *C, int N) {
  __shared__ __align__(16) float As[66];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 16);
  r.launch(0, [&] { misaligned_stage<<<1, 16>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "misaligned_stage", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
