// More than two stages take asynchronous copies alone and the predicated shape;
// else there are two, and the report says why.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --stages=4 --print=plan 2>&1 | FileCheck %s --check-prefix=LDG
// LDG: plan form=ldg shape=predicate stages=2
// LDG: because 2 stages: what goes through registers is fetched one tile ahead
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel --stages=4 --print=plan 2>&1 | FileCheck %s --check-prefix=PEEL
// PEEL: plan form=cpasync shape=peel stages=2
// PEEL: because 2 stages: the peeled shape computes one tile behind the loop
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=4 --print=plan 2>&1 | FileCheck %s --check-prefix=FOUR
// FOUR: plan form=cpasync shape=predicate stages=4
// FOUR: tile As copy=async16 stages=4
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=8 2>&1 >/dev/null | FileCheck %s --check-prefix=BIG
// BIG: warning: loop left alone: {{.*}} [shared-memory-exceeded]

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[448];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 448) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[447 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
