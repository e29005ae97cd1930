// Computations in locals.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=kernels --unpipeline -o /dev/null 2>&1 | FileCheck %s

__global__ void array(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float of[2] = {};
  float next = A[t];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: as a plain loop
// CHECK-NEXT: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    for (int i = 0; i < 2; ++i)
      of[i] += As[i] > 4.0f ? fmaf(As[i], 2.0f, sum) : 0.0f;
    __syncthreads();
  }
  C[t] = sum + of[0] + of[1];
}

__global__ void reads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: as a plain loop
// CHECK-NEXT: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += A[k];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void inTwoSteps(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: as a plain loop
// CHECK-NEXT: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    sum += As[t];
    __syncthreads();
    sum += As[63 - t];
    __syncthreads();
  }
  __shared__ float last[64];
  last[t] = sum;
  __syncthreads();
  C[t] = last[63 - t];
}
