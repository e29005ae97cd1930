// A file that includes the header already gets no second one.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s --implicit-check-not=cuda_pipeline
// CHECK: #include <cuda_pipeline.h>
// CHECK: __pipeline_memcpy_async(
#include <cuda_pipeline.h>

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
