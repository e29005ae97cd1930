// An include behind the loop brings the header too late.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: #include <cuda_pipeline.h>
// CHECK-LABEL: __global__ void sums(
// CHECK: __pipeline_memcpy_async(
// CHECK: #include <cuda_pipeline.h>
// CHECK-NOT: #include
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
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

#include <cuda_pipeline.h>

__global__ void again(const float *__restrict__ A, float *__restrict__ C, int N) {
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
