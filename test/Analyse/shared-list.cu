// A list in shared memory that the loop only reads is as good in front of its first
// barrier as behind it.
// RUN: %pipeline-rewrite %s %builtin -o - 2>/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, const int *__restrict__ at, float *__restrict__ C, int n) {
  __shared__ float As[64];
  __shared__ int list[64];
  list[threadIdx.x] = at[threadIdx.x];
  __syncthreads();
  float sum = 0.0f;
// CHECK: Prologue
// CHECK: {{^ *}}__syncthreads();
// CHECK-NEXT: const int k = list[iNext];
// CHECK-NEXT: As[0][threadIdx.x] = A[k + threadIdx.x];
// CHECK: Fetch the next tile
// CHECK: {{^ *}}const int k = list[iNext];
// CHECK-NEXT: AsNext = A[k + threadIdx.x];
  for (int i = 0; i < n; ++i) {
    const int k = list[i];
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j];
  }
  C[threadIdx.x] = sum;
}
