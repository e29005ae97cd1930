// Copies of the same width; the third source instantiates nothing.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %pipeline-rewrite wide.cu narrow.cu none.cu --variant=cpasync --header-filter=sums %builtin 2>&1 >/dev/null | FileCheck sums.cuh --implicit-check-not=warning:

//--- wide.cu
#include "sums.cuh"
template __global__ void sums(const float *, const float *, float *, int);

//--- narrow.cu
#include "sums.cuh"
template __global__ void sums(const int *, const float *, float *, int);

//--- none.cu
#include "sums.cuh"

//--- sums.cuh
#pragma once
template <typename T>
__global__ void sums(const T *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N) {
  __shared__ T As[64];
  __shared__ float Bs[64];
  float sum = 0.0f;
// CHECK: sums.cuh:[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
