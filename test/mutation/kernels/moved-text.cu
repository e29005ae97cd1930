//===- moved-text.cu - effects and names in text that moves ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The start of the loop, a declarator that nothing reads and an assignment for
// the code behind the loop have effects; a type of the body and a lambda
// without capture-default have names.
//===----------------------------------------------------------------------===//
#include "harness.h"

__global__ void moved(const float *__restrict__ A, float *__restrict__ C,
                      int N) {
  __shared__ float As[64];
  float sum = 0.0f, last = 0.0f;
  int started = 0;
  for (int k = started++; k < N; k += 64) {
    using Value = float;
    Value value = A[k + threadIdx.x], before = value++;
    last = value;
    As[threadIdx.x] = value;
    __syncthreads();
    auto at = [](int i) { return As[i]; };
    for (int i = 0; i < 64; ++i)
      sum += at((i + threadIdx.x) % 64);
    __syncthreads();
  }
  C[threadIdx.x] = sum + last + started;
}

static void run(harness::Run &r) {
  harness::Input<float> A(r, r.K);
  harness::Output<float> C(r, 64);
  r.launch(0, [&] { moved<<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("moved-text", run,
            {{1, 64, 0}, {1, 64, 64}, {1, 64, 128}, {1, 64, 448}});
  return suite.exitCode();
}
