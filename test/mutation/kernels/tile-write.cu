//===- tile-write.cu - half of the tile belongs to the computation --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loads fill the lower half; the upper half carries sums from tile to tile.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void tile_write(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    if (threadIdx.x < 32)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[(i + threadIdx.x) % 32];
    if (threadIdx.x >= 32) {
      As[threadIdx.x] = k == 0 ? sum : As[threadIdx.x] * 0.5f + sum;
      sum = As[threadIdx.x];
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { tile_write<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add(
      "tile_write", run,
      {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 192}, {1, 64, 448}});
  return suite.exitCode();
}
