// Somebody does not want this loop to be rewritten.
// RUN: %pipeline-rewrite %s %builtin -o - 2>%t.report | diff %s -
// RUN: FileCheck %s < %t.report
// RUN: sh %S/../Tool/Inputs/exits 0 %pipeline-rewrite %s %builtin --strict 2>/dev/null

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // pipeline-rewrite: off
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: a comment says so [annotated-off]
// CHECK: :[[@LINE-2]]:24: note: here
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
