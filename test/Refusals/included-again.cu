// A guard makes the second reading empty.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %pipeline-rewrite main.cu --header-filter=kernel %builtin 2>&1 >/dev/null | FileCheck kernel.inc --implicit-check-not=warning:

//--- main.cu
#include "kernel.inc"
#include "kernel.inc"

//--- kernel.inc
int before_the_guard();
#ifndef KERNEL
#define KERNEL sums
__global__ void KERNEL(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: kernel.inc:[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#endif
