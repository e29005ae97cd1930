// The halves of a header's function would stand behind the macro that it uses, which is another one by then.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -- -I %S/Inputs 2>&1 >/dev/null | FileCheck %s

#include "rate.cuh"
#undef RATE
#define RATE 2

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    load(As, A + k);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
