// A header that is not CUDA's, with the name of one that is: what its functions do is read in their bodies.
// ACCEPTED: system-name.cu
// RUN: %pipeline-rewrite %s %builtin -- -isystem %S/Inputs/system 2>&1 >/dev/null | FileCheck %s

#include <helpers.h>

__global__ void sums(float *A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'A' {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    put(Slots{A}, k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
