//===- captured.cu - a lambda names what the loop computes for each tile --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void captured(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int at;
  auto load = [&] { As[threadIdx.x] = at < N ? A[at] : 0.0f; };
  for (int k = 0; k < N; k += 64) {
    at = k + threadIdx.x;
    load();
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
  r.launch(0, [&] { captured<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("captured", run,
            {{1, 64, 0}, {1, 64, 1}, {1, 64, 64}, {1, 64, 65}, {1, 64, 200}});
  return suite.exitCode();
}
