// A while loop with the same body: its condition is asked before each tile.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  while (k < N) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    k += 64;
  }
  C[threadIdx.x] = sum;
}
