// A function changes the pointer that the loads go through.
// ACCEPTED: pointer-set-by-reference.cu
// RUN: %pipeline-rewrite %s %builtin --alias-check=off 2>&1 >/dev/null | FileCheck %s

__device__ inline void point(const float *&p, const float *q) { p = q; }

__global__ void sums(const float *__restrict__ A, float *__restrict__ B,
                     float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *from = A;
  point(from, C);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
