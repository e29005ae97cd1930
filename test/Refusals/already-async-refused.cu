// Miscompile class: the user's own cp.async groups. They would be counted
// together with new ones. In a variable that is given another address, none can
// be put in place of the copy.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

#include <cuda_pipeline.h>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [already-async]
  for (int k = 0; k < N; k += 64) {
    unsigned to = __cvta_generic_to_shared(&As[threadIdx.x]);
    to ^= 4;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to),
                 "l"(&A[k + threadIdx.x]));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
