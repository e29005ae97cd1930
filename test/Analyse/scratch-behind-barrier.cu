// The computation's own shared memory may be used behind the last barrier. Then
// the load barrier orders it, and stays in the loop, and in the epilogue.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: for (; kNext < N; kNext += 64) {
// CHECK: AsNext = A[kNext + threadIdx.x];
// CHECK: __syncthreads();
// CHECK: part[threadIdx.x] = As[stage][63 - threadIdx.x];
// CHECK: As[stage ^ 1][threadIdx.x] = AsNext;
// CHECK: __syncthreads();
// CHECK: sum += part[threadIdx.x ^ 1];
// CHECK: // Epilogue
// CHECK-NEXT: if (hasTiles) {
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: part[threadIdx.x] = As[stage][63 - threadIdx.x];
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: sum += part[threadIdx.x ^ 1];
// CHECK-NEXT: }

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], part[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    part[threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
    sum += part[threadIdx.x ^ 1];
  }
  C[threadIdx.x] = sum;
}
