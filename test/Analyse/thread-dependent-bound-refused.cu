// Miscompile class: a per-thread trip count, with the bound in a local.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const int last = N - threadIdx.x;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [trip-count-not-uniform]
  for (int k = 0; k < last; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
