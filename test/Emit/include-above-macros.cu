// The header of cp.async names its template parameters N and M: it must stand
// above the file's macros of these names, in the first block of includes.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o %t.cu 2>/dev/null
// RUN: %strip < %t.cu | FileCheck %s
// RUN: %pipeline-rewrite %t.cu %builtin -o - 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN

// CHECK: #include <math.h>
// CHECK-NEXT: #include <cuda_pipeline.h>
// CHECK-EMPTY:
// CHECK-NEXT: #define N 4096
#include <math.h>

#define N 4096
#include <stdint.h>
// CHECK-NOT: cuda_pipeline.h
// CHECK: __global__
// AGAIN: 1 loop: 0 rewritten, 1 already pipelined

__global__ void sums(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
