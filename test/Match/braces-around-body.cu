// Braces around the whole body mean nothing.
// RUN: %pipeline-rewrite %s %builtin --print=matches 2>&1 | FileCheck %s
// CHECK: loop [[@LINE+6]]:3 in sums instances=1 units=4 barriers=[1, 3]
// CHECK-NOT: conditional-barrier

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      sum += As[63 - threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}
