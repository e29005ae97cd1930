// Other files can launch what a header declares: what gives less runs the original loop.
// RUN: rm -rf %t && split-file %s %t
// RUN: %pipeline-rewrite %t/sums.cu %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: ldg, 2 stages
// CHECK: a launch that gives fewer than 512 bytes, or another block than (64, 1, 1), runs the original loop
// CHECK: executed: {{.*}} equal

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
