// An end that is made of parameters.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=kernels --unpipeline -o /dev/null 2>&1 | FileCheck %s

__global__ void ofBlock(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  int end = N / 64 * 64;
  float next = A[t];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: as a plain loop
// CHECK-NEXT: executed: {{.*}} equal
  for (int k = 0; k < end; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < end)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void number(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[64 + t];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: as a plain loop
// CHECK-NEXT: executed: {{.*}} equal
  for (int k = 64; k < N; k += 64) {
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
