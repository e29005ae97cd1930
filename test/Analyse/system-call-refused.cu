// A function of a system header that is in no table, and whose body is not
// there.
// ACCEPTED: system-call.cu
// RUN: %pipeline-rewrite %s %builtin -- -isystem %S/Inputs/system 2>&1 >/dev/null | FileCheck %s

#include <exchange.h>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = exchange_with_all(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
