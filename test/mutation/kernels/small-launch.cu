//===- small-launch.cu - a launch that gives what it gave before ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One launch is edited. The other one is made by a function that is given the
// kernel, and its bytes, which nobody sees.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void small_launch(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * As[(i + threadIdx.x) % 64];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <class Kernel, class... Arguments>
static void launch(Kernel *kernel, size_t bytes, Arguments... given) {
  kernel<<<1, 64, bytes>>>(given...);
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] {
    if (r.M == 1)
      launch(small_launch, 256, A, C, r.K);
    else
      small_launch<<<1, 64, 256>>>(A, C, r.K);
  });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("small_launch", run,
            {{1, 64, 0}, {1, 64, 64}, {1, 64, 192}, {2, 64, 64}, {2, 64, 448}});
  return suite.exitCode();
}
