//===- moved-tiles.cu - two tiles, static, whose stages pass 48 KB --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 28 KB and 1 KB once; they become dynamic, the small one behind the other.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void moved_tiles(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[112][64];
  __shared__ float Bs[256];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 112; ++i)
      As[i][threadIdx.x] = A[k + threadIdx.x] + i;
    for (int i = 0; i < 256; i += 64)
      Bs[i + threadIdx.x] = A[k + threadIdx.x] * i;
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i % 112][63 - i % 64] * Bs[(i + threadIdx.x) % 256];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { moved_tiles<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "moved_tiles", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
