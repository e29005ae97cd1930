// The loop writes the list: the next tile's loads would read it too early.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void refilled(const float *__restrict__ A, const int *__restrict__ at, float *__restrict__ C, int n) {
  __shared__ float As[64];
  __shared__ int list[64];
  list[threadIdx.x] = at[threadIdx.x];
  __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'list' changes in the loop, and is used before the first barrier [barrier-layout]
  for (int i = 0; i < n; ++i) {
    const int k = list[i % 64];
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j];
    list[threadIdx.x] += 64;
  }
  C[threadIdx.x] = sum;
}
