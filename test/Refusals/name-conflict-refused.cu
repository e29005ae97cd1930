// The tile must move before the loop, where another variable has its name.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  float sum = 0.0f;
  float As = 1.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [name-conflict]
  for (int k = 0; k < N; k += 64) {
    __shared__ float As[64];
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum * As;
}
