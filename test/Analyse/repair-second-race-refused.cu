// What the computation shares between threads needs a barrier of its own: one
// barrier more would not do.
// RUN: %pipeline-rewrite %s %builtin --repair-barrier 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: repair-barrier.cu

__global__ void own(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], part[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    part[threadIdx.x] = As[63 - threadIdx.x];
    sum += part[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
