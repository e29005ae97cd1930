// Miscompile class: the stale tile is meant. The value is read before the tile
// is filled, and is the earlier tile's.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [barrier-layout]
  for (int k = 0; k < N; k += 64) {
    float before = As[threadIdx.x];
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += before;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
