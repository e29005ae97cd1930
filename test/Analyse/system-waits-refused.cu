// A function of a system header waits for copies of its own: the loop is not
// pipelined by that.
// ACCEPTED: system-call.cu
// RUN: %pipeline-rewrite %s %builtin -- -isystem %S/Inputs/system 2>&1 >/dev/null | FileCheck %s

#include <settles.h>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = settled(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
