//===- wide-rows.cu - rows that chunks do not divide ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of 18 elements: a chunk would begin in one and end in the next.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void wide_rows(const float *A, float *C, int N) {
  __shared__ float As[8][20];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 144; i += 64)
      As[i / 18][i % 18] = A[k + i / 18 * 64 + i % 18];
    __syncthreads();
    for (int i = 0; i < 144; ++i)
      sum += As[i / 18][i % 18] * float((i ^ threadIdx.x) & 15);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K + 512);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { wide_rows<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("wide_rows", run, {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
