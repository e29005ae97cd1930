// Miscompile class: a load that gives an address is kept and fetched as well.
// Both stand under its condition, and each reads what the source reads.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single 2>/dev/null -o - | %strip | FileCheck %s

__global__ void scatter(const float *__restrict__ A, const int *__restrict__ order,
                        float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    int i = 0;
    if (k + threadIdx.x < n)
      i = order[k + threadIdx.x];
    i = order[i];
    s[i % 64] = A[i];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += s[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: if (kNext + threadIdx.x < n)
// CHECK-NEXT: i = order[kNext + threadIdx.x];
// CHECK: if (kNext + threadIdx.x < n) {
// CHECK-NEXT: i = order[kNext + threadIdx.x];
// CHECK-NEXT: iNext = order[kNext + threadIdx.x];
// CHECK-NEXT: }
// CHECK-NEXT: iNext2 = order[i];
// CHECK-NEXT: i = order[i];
// CHECK-NEXT: sNext = A[i];
// CHECK: if (kNext + threadIdx.x < n)
// CHECK-NEXT: i = iNext;
// CHECK-NEXT: i = iNext2;
// CHECK-NEXT: s[i % 64] = sNext;

// The braces of a lone statement that becomes two: behind a header and below, or
// around it where a comment is in between, and where it shares the header's line.
__global__ void braces(const float *__restrict__ A, const int *__restrict__ order,
                       float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    int i = 0;
    if (k + threadIdx.x < n) // inside (n)
      i = order[k + threadIdx.x];
    else
      i = order[0];
    if (i > 64) i = order[i - 64];
    s[i % 64] = A[i];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += s[j];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-LABEL: void braces
// CHECK: if (hasNext) {
// CHECK: if (kNext + threadIdx.x < n) // inside (n)
// CHECK-NEXT: { i = order[kNext + threadIdx.x];
// CHECK-NEXT: iNext = order[kNext + threadIdx.x]; }
// CHECK-NEXT: else {
// CHECK-NEXT: i = order[0];
// CHECK-NEXT: iNext2 = order[0];
// CHECK-NEXT: }
// CHECK-NEXT: if (i > 64) { iNext3 = order[i - 64];
// CHECK-NEXT: i = order[i - 64]; }
// CHECK-NEXT: sNext = A[i];
