//===- votes.cu - the barrier at the end of an iteration takes a vote -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Its result is used behind it, for every tile.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void votes(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int many = 0, total = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * float((threadIdx.x + i) % 3);
    many = __syncthreads_count(sum > 0.0f);
    total += many;
  }
  C[threadIdx.x] = sum + float(total);
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { votes<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("votes", run,
            {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 448}});
  return suite.exitCode();
}
