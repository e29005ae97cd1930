//===- filled-arms.cu - what either arm of a guard stores waits in one register //
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void filled_arms(const float *A, const float *B, float *C, int N, int M) {
  __shared__ float As[64], Bs[128];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
    else
      As[threadIdx.x] = 1.0f;
    Bs[threadIdx.x] = 2.0f;
    Bs[127 - threadIdx.x] = 3.0f;
    // Another element in the other arm: for every tile the same threads.
    if (threadIdx.x < M)
      Bs[threadIdx.x] = B[k + threadIdx.x];
    else
      Bs[127 - threadIdx.x] = 4.0f;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[(i + threadIdx.x) % 64] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K), B(r, r.K + 64);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { filled_arms<<<1, 64>>>(A, B, C, r.K, 40); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("filled_arms", run,
            {{1, 64, 0}, {1, 64, 1}, {1, 64, 64}, {1, 64, 65}, {1, 64, 200}});
  return suite.exitCode();
}
