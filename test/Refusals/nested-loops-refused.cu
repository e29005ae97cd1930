// The inner loop is pipelined, and an edit of the outer one would cover the
// same text.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float Bs[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [nested-loops]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < N; j += 64) {
      Bs[threadIdx.x] = B[j + threadIdx.x];
      __syncthreads();
      sum += As[threadIdx.x] * Bs[63 - threadIdx.x];
      __syncthreads();
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
