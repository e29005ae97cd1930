// The api of each loop may be another, by its comment: each header is included
// once, and not again where it is.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s
// RUN: sed 's,^#include <assert.h>,#include <cuda/pipeline>,' %s > %t.cu
// RUN: %pipeline-rewrite %t.cu %builtin --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=THERE
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --report=json 2>/dev/null | FileCheck %s --check-prefix=JSON
// CHECK: #include <assert.h>
// CHECK-NEXT: #include <cuda/pipeline>
// CHECK-NEXT: #include <cuda_pipeline.h>
// CHECK-NOT: #include
// CHECK-LABEL: void sums(
// CHECK: __pipeline_commit();
// CHECK: pipe.producer_commit();
// CHECK: pipe2.producer_commit();
// THERE: #include <cuda/pipeline>
// THERE-NEXT: #include <cuda_pipeline.h>
// THERE-NOT: #include
// JSON: "api": "primitives"
// JSON: "api": "pipeline"
// JSON: "api": "pipeline"
#include <assert.h>

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ float4 Bs[64], Ds[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  // pipeline-rewrite: api=pipeline
  for (int k = 0; k < N; k += 64) {
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum *= Bs[63 - threadIdx.x].x;
    __syncthreads();
  }
  for (int k = 0; k < N; k += 64) { // pipeline-rewrite: api=pipeline
    Ds[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum -= Ds[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
