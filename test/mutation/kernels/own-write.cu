//===- own-write.cu - a thread that loads what it wrote itself ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It needs no barrier between. The matrix behind the sums is written first.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void own_write(const float *A, float *C, int N) {
  __shared__ float As[256];
  for (int i = threadIdx.x; i < N + 192; i += 64)
    C[64 + i] = A[i] * 2.0f;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 256; i += 64)
      As[i] = C[64 + k + i];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i ^ threadIdx.x] * float(i & 15);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K + 256);
  harness::Output<float> C(r, 256 + r.K);
  r.launch(0, [&] { own_write<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("own_write", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
