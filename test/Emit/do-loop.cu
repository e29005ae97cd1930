// The first tile of a do loop is loaded unasked; peeled, it is computed unasked
// at the end, and the loop asks first.
// RUN: %pipeline-rewrite %s %builtin -o - | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --epilogue=peel -o - | %strip | FileCheck %s --check-prefix=PEEL
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 -o - | %strip | FileCheck %s --check-prefix=RING

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
  do {
    const float a = A[k + threadIdx.x];
    As[threadIdx.x] = a;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    k += 64;
  } while (k < N);
  C[threadIdx.x] = sum + k;
}
// CHECK: int kNext = k;
// CHECK-NEXT: {
// CHECK-NEXT: const float a = A[kNext + threadIdx.x];
// CHECK-NEXT: As[0][threadIdx.x] = a;
// CHECK-NEXT: }
// CHECK-NEXT: __syncthreads();
// CHECK-EMPTY:
// CHECK-NEXT: do {
// CHECK: kNext += 64;
// CHECK-NEXT: const bool hasNext = kNext < N;
// CHECK: stage ^= 1;
// CHECK-NEXT: k += 64;
// CHECK-NEXT: } while (k < N);

// PEEL: kNext += 64;
// PEEL-EMPTY:
// PEEL-NEXT: while (kNext < N) {
// PEEL: kNext += 64;
// PEEL-NEXT: k += 64;
// PEEL-NEXT: }
// PEEL-EMPTY:
// PEEL-NEXT: // Epilogue
// PEEL-NEXT: {
// PEEL: k += 64;
// PEEL-NEXT: }
// PEEL-NEXT: C[threadIdx.x]

// RING: for (; fill < 2; ++fill) {
// RING-NEXT: if (fill == 0 || (kNext < N)) {
// RING: __pipeline_wait_prior(1);
// RING-NEXT: __syncthreads();
// RING-EMPTY:
// RING-NEXT: do {
// RING: if (kNext < N) {
