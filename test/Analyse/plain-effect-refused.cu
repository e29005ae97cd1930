// A condition around a barrier that has an effect is no condition of the block
// alone: the loop is left alone.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single -o - 2>&1 | FileCheck %s
__global__ void counts(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
  int count = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j];
    if (count++, k < m)
      __syncthreads();
  }
  C[threadIdx.x] = sum + count;
}
