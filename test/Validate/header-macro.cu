// The header's macro stays as it is.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify -- -I %S/Inputs 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#include "rate.cuh"
#undef OTHER_RATE
#define OTHER_RATE 2

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    load(As, A + k);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
