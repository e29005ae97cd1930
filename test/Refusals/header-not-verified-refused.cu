// A check was asked for that the source cannot be compiled for: the header's
// text comes twice.
// REQUIRES: cuda-toolkit
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %pipeline-rewrite main.cu --header-filter=sums --variant=ldg --verify=ptxas 2>&1 >/dev/null | FileCheck sums.cuh

//--- main.cu
#include "sums.cuh"
#include "again.cuh"

//--- again.cuh
#include "sums.cuh"

//--- sums.cuh
#pragma once
__global__ void sums(const float *__restrict__ A, float *__restrict__ C,
                     int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: sums.cuh:[[@LINE+1]]:3: warning: loop left alone: it can be rewritten, but --verify cannot compile it in a header of 'main.cu': {{.*}}sums.cuh(2): error: function "sums" has already been defined{{.*}} [header-not-verified]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
