//===- in-flight.cu - a tile that is read before its barrier ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that loads an element reads it before the barrier.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void inFlight(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float As[64];
  As[threadIdx.x] = A[threadIdx.x];
  const float own = As[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = own + 2.0f * As[63 - threadIdx.x];
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, 128);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { inFlight<<<1, 64>>>(A, C); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("inFlight", run, {{1, 64, 64}});
  return suite.exitCode();
}
