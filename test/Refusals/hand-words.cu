// Numbers of this file.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=kernels --unpipeline -o /dev/null 2>&1 | FileCheck %s

#define T (H * 2)
#define H 32
constexpr int S = T;

__global__ void defined(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: as a plain loop
// CHECK-NEXT: executed: {{.*}} equal
  for (int k = 0; k < N; k += T) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void constant(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[S];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: as a plain loop
// CHECK-NEXT: executed: {{.*}} equal
  for (int k = 0; k < N; k += S) {
    As[t] = next;
    __syncthreads();
    if (k + S < N)
      next = A[k + S + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}
