//===- exchange.cu - the computation hands values to its next round -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each thread reads what another one wrote a tile before: the barrier of an
// iteration orders that as well.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void exchange(const float *A, float *C, int N) {
  __shared__ float As[64];
  __shared__ float sums[2][64];
  sums[0][threadIdx.x] = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const int now = k / 64 % 2;
    sums[now ^ 1][threadIdx.x] = sums[now][63 - threadIdx.x] + As[threadIdx.x / 2];
    __syncthreads();
  }
  C[threadIdx.x] = sums[N / 64 % 2][63 - threadIdx.x];
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { exchange<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("exchange", run, {{1, 64, 64}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
