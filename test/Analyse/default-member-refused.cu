// A default member initialiser reads what the computation writes.
// ACCEPTED: default-argument.cu
// RUN: %pipeline-rewrite %s %builtin --alias-check=off 2>&1 >/dev/null | FileCheck %s

__device__ float scale = 1;
struct Sample {
  float value, by = scale;
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    Sample sample{A[k + threadIdx.x]};
    As[threadIdx.x] = sample.value * sample.by;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (threadIdx.x == 0)
      scale += 1;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
