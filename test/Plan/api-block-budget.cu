// The state of a pipeline of the block is part of the budget: two tiles of 24 KB
// fit into 48 KB, but not beside it.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --allow-occupancy-loss 2>&1 >/dev/null | FileCheck %s --check-prefix=FITS
// FITS: rewritten: cpasync, 2 stages, predicate, in 'sums'
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --allow-occupancy-loss --api=pipeline-block 2>&1 >/dev/null | FileCheck %s
// CHECK: warning: loop left alone: {{.*}} would need 48.04 KB of static shared memory per block; the limit is 48 KB{{.*}} [shared-memory-exceeded]

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[1536];
  float sum = 0;
  for (int k = 0; k < N; k += 1536) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
