// Miscompile class: a guarded store without else. One buffer keeps what the
// source keeps, so that form is taken.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: ldg-single, 1 buffer
// CHECK-NEXT: because one buffer, because a guard or an index that changes with the iteration

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
