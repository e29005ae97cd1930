// A function of the same header that stores nothing.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null -- -isystem %S/Inputs/system | FileCheck %s --implicit-check-not=warning:

#include <helpers.h>

__global__ void sums(float *A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += twice(Slots{A}, k + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
