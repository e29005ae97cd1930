// One instance is pipelined by hand: what is written for the other would take its copies away.
// ACCEPTED: instances-differ.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

#include <cuda_pipeline.h>

template <bool Async>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  float sum = 0.0f;
  int b = 0;
  if constexpr (Async) {
    __pipeline_memcpy_async(&As[0][threadIdx.x], &A[threadIdx.x], 4);
    __pipeline_commit();
  }
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance than 'sums<false>' is pipelined already: {{.*}} [instances-differ]
  for (int k = 0; k < N; k += 64) {
    if constexpr (Async) {
      if (k + 64 < N)
        __pipeline_memcpy_async(&As[b ^ 1][threadIdx.x], &A[k + 64 + threadIdx.x], 4);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      As[0][threadIdx.x] = A[k + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[b][i];
    __syncthreads();
    if constexpr (Async)
      b ^= 1;
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<false>(const float *, float *, int);
template __global__ void sums<true>(const float *, float *, int);
