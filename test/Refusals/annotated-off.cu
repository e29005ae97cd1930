// A comment like one that leaves the loop alone, but it is no annotation.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // Not yet pipeline-rewrite: off
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
