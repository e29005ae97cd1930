// Miscompile class: a pragma on the wrong loop. The prologue stands above it,
// and the peeled tile keeps the inner loop's.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: // Prologue
// CHECK: {{^}}#pragma unroll 1
// CHECK-NEXT: for (; kNext < N; kNext += 64) {
// CHECK: {{^}}#pragma unroll 4
// CHECK-NEXT: for (int i = 0; i < 64; ++i)
// CHECK: // Epilogue
// CHECK: {{^}}#pragma unroll 4
// CHECK-NEXT: for (int i = 0; i < 64; ++i)

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#pragma unroll 1
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
