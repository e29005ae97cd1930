// The default check runs loops of headers.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %pipeline-rewrite main.cu --header-filter=sums %builtin --verify=kernels 2>&1 >/dev/null | FileCheck sums.cuh

//--- main.cu
#include "sums.cuh"

//--- sums.cuh
#pragma once
__global__ void sums(const float *__restrict__ A, float *__restrict__ C,
                     int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: sums.cuh:[[@LINE+2]]:3: remark: rewritten
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
