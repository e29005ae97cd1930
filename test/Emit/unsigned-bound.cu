// Miscompile classes: unsigned trip arithmetic at zero, and signed overflow in
// new arithmetic. The bound is asked as it stands; nothing is subtracted from it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s --implicit-check-not="N -"
// CHECK: unsigned int kNext = 0;
// CHECK-NEXT: if (kNext < N) {
// CHECK: for (unsigned k = 0; k < N; ++k) {
// CHECK: ++kNext;
// CHECK-NEXT: const bool hasNext = kNext < N;

__global__ void sums(const float *__restrict__ A, float *__restrict__ C,
                     unsigned N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (unsigned k = 0; k < N; ++k) {
    As[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
