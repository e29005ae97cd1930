// Two global objects are distinct; what a pointer kept in one leads to may be
// the other.
// ACCEPTED: held-global.cu
// RUN: %pipeline-rewrite %s %builtin --alias-check=off 2>&1 >/dev/null | FileCheck %s

__device__ float from[4096];
__device__ float *to[2];
__device__ float other[4096];

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    to[0][k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
