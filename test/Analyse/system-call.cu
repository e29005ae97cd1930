// One whose body says what it does.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null -- -isystem %S/Inputs/system | FileCheck %s --implicit-check-not=warning:

#include <exchange.h>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = doubled(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
