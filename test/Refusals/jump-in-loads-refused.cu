// A switch decides what is loaded: it cannot be cut into a fetching and a
// storing half.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [jump-in-loads]
  for (int k = 0; k < N; k += 64) {
    switch (N & 1) {
    case 0:
      As[threadIdx.x] = A[k + threadIdx.x];
      break;
    default:
      As[threadIdx.x] = 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
