// Miscompile class: a pragma on the wrong loop. Comments of any kind may stand
// between a pragma and its loop.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: // Prologue
// CHECK: __syncthreads();
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: {{^}}#pragma unroll 1
// CHECK-NEXT: /* over
// CHECK-NEXT: the tiles */
// CHECK-EMPTY:
// CHECK-NEXT: for (int k = 0; k < N; k += 64) {
// CHECK: if (hasNext) {
// CHECK-NEXT: {{^}}#pragma unroll
// CHECK-NEXT: /* one
// CHECK-NEXT: half */
// CHECK-NEXT: for (int i = 0; i < 2; ++i)
// CHECK-NEXT: AsNext[i] =
// CHECK: if (hasNext) {
// CHECK-NEXT: {{^}}#pragma unroll
// CHECK-NEXT: for (int i = 0; i < 2; ++i)
// CHECK-NEXT: As[stage ^ 1][threadIdx.x + 32 * i] = AsNext[i];

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#pragma unroll 1
  /* over
     the tiles */

  for (int k = 0; k < N; k += 64) {
#pragma unroll
    /* one
       half */
    for (int i = 0; i < 2; ++i)
      As[threadIdx.x + 32 * i] = A[k + threadIdx.x + 32 * i];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
