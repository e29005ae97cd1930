// Other files can launch what a header declares.
// RUN: rm -rf %t && split-file %s %t
// RUN: %pipeline-rewrite %t/sums.cu %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: ldg-single,
// CHECK: cannot be edited: a header declares the kernel

//--- sums.h
__global__ void declared_sums(const float *__restrict__ A, float *__restrict__ C, int N);

//--- sums.cu
#include "sums.h"

__global__ void declared_sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N) { declared_sums<<<1, 64, 256>>>(A, C, N); }
