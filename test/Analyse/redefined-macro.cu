// What includes this file defines a macro again as it was, gives another one another value, and defines one that this
// file defines whatever came before.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -- -I%S/Inputs 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#include "steps.h"
#undef OWN
#define OWN(to, value)
__global__ void chain(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * FACTOR + tile[i];
    STEP(&data[k + 64 + threadIdx.x], sum);
    OWN(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// After the loads.
#define WIDTH 2
__global__ void after(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x * WIDTH];
#pragma unroll
    for (int i = 0; i < 1; ++i)
      Bs[threadIdx.x] = A[k + threadIdx.x * WIDTH + i];
    __syncthreads();
#undef TIMES
#define TIMES 3
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i] * TIMES;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
