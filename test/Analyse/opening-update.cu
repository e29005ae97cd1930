// The size of the last tile is set in front of the loads: once per tile, and
// not again where the values are stored.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --print=facts | FileCheck %s --check-prefix=FACTS

// CHECK: if (kNext + sizeNext > N)
// CHECK-NEXT: sizeNext = N - kNext;
// CHECK: for (int k = 0; k < N; k += size) {
// CHECK-NEXT: if (k + size > N)
// CHECK: kNext += sizeNext;
// CHECK: if (hasNext) {
// CHECK-NEXT: if (kNext + sizeNext > N)
// CHECK-NEXT: sizeNext = N - kNext;
// CHECK-NOT: sizeNext =
// CHECK: As[sizeNext - 1 - threadIdx.x] = AsNext;
// FACTS: both opening
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int size = 64;
  for (int k = 0; k < N; k += size) {
    if (k + size > N)
      size = N - k;
    As[size - 1 - threadIdx.x] = threadIdx.x < size ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    for (int i = 0; i < size; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
