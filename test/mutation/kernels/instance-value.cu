//===- instance-value.cu - what a tile gets has another type in each instance ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pointer chooses the function that loads: a register of the type of one
// instance loses bits in the other.
//===----------------------------------------------------------------------===//
#include "harness.h"

__device__ float at(const float *From, int I) { return From[I]; }
__device__ double at(const double *From, int I) { return From[I]; }

template <class T>
__global__ void instance_value(const T *__restrict__ A, T *C, int N) {
  __shared__ T As[64];
  T sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = at(A, k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <class T> static void run(harness::Run &r) {
  harness::Input<T> A(r, r.K);
  harness::Output<T> C(r, 64);
  r.launch(0, [&] { instance_value<T><<<1, 64>>>(A, C, r.K); });
  r.check(C, 0, harness::Exact, [&](size_t I) { return C.download()[I]; });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("float", run<float>, {{1, 64, 64}, {1, 64, 192}});
  suite.add("double", run<double>, {{1, 64, 64}, {1, 64, 192}});
  return suite.exitCode();
}
