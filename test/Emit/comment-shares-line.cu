// Miscompile class: a statement lost with the comment before it. A line that
// begins with a comment and goes on with code is code.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: AsNext = A[kNext + threadIdx.x];
// CHECK-NEXT: /* the same
// CHECK-NEXT: once more */
// CHECK-NEXT: BsNext =
// CHECK: if (hasNext) {
// CHECK-NEXT: As[stage ^ 1][threadIdx.x] = AsNext;
// CHECK-NEXT: Bs[stage ^ 1][threadIdx.x] = BsNext;
// CHECK-NEXT: }
// CHECK-NEXT: __syncthreads();

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    /* one each */ As[threadIdx.x] = A[k + threadIdx.x];
    /* the same
       once more */
    Bs[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x] * Bs[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
