// A static variable in the computation: its peeled copy would be a second
// variable.
// RUN: %pipeline-rewrite %s %builtin --epilogue=peel 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [cannot-peel]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    static __device__ int tiles = 0;
    sum += tiles;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
