// A pipeline of asynchronous copies by hand, three tiles ahead.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

#include <cuda_pipeline.h>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[4][64];
  float sum = 0.0f;
  for (int s = 0; s < 3; ++s) {
    __pipeline_memcpy_async(&As[s][threadIdx.x], &A[s * 64 + threadIdx.x], 4);
    __pipeline_commit();
  }
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: asynchronous copies,
  for (int k = 0; k < N; ++k) {
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += As[k % 4][63 - threadIdx.x];
    __pipeline_memcpy_async(&As[(k + 3) % 4][threadIdx.x],
                            &A[(k + 3) * 64 + threadIdx.x], 4);
    __pipeline_commit();
  }
  C[threadIdx.x] = sum;
}
