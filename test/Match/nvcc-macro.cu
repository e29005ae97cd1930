// nvcc's own macro chooses what nvcc compiles, in the file and in its headers,
// but not in those of the toolkit and the C++ library.
// RUN: %pipeline-rewrite %s %builtin --print=matches 2>&1 | FileCheck %s --implicit-check-not=error:
#include "Inputs/nvcc-macro.h"
#include <cmath>

#if __NVCC__ != 1
#error "the macro is gone behind a header"
#endif

__global__ void sums(const float *A, float *C, int N) {
  __shared__ float As[64];
// CHECK: loop [[@LINE+1]]:3 in sums
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = load(A, k);
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
}
