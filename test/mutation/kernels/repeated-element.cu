//===- repeated-element.cu - a loop that fills an element twice ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of two rounds for an element the first copies, and the second fills.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void repeatedElement(const float *__restrict__ A,
                                float *__restrict__ C) {
  __shared__ float As[64];
  for (int i = threadIdx.x; i < 128; i += 64) {
    if (i < 96)
      As[i % 64] = A[i];
    else
      As[i % 64] = 1.0f;
  }
  __syncthreads();
  C[threadIdx.x] = As[63 - threadIdx.x];
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, 128);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { repeatedElement<<<1, 64>>>(A, C); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("repeatedElement", run, {{1, 64, 64}});
  return suite.exitCode();
}
