// Miscompile class: the address of a register where global memory was meant. A
// call that reads through a pointer is fetched whole, however its address is
// found.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: if (hasNext) {
// CHECK-NEXT: AsNext = __ldg(&A[order[kNext + threadIdx.x]]);
// CHECK: As[stage ^ 1][threadIdx.x] = AsNext;

__global__ void sums(const float *__restrict__ A, const int *__restrict__ order,
                     float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = __ldg(&A[order[k + threadIdx.x]]);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
