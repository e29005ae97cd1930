//===- misaligned-copy.cu - 16-byte elements that lie anywhere ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type is aligned to 4 bytes, and the source starts 4 bytes behind a
// multiple of 16.
//===----------------------------------------------------------------------===//
#include "harness.h"

struct Four {
  float x, y, z, w;
};

__global__ void misaligned_copy(const Four *A, float *C, int N) {
  __shared__ __align__(16) Four As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64].x - As[i].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K * 4 + 1);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] {
    const float *Second = static_cast<const float *>(A) + 1;
    misaligned_copy<<<1, 64>>>(reinterpret_cast<const Four *>(Second), C, r.K);
  });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "misaligned_copy", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
