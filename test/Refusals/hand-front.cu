// Values may be computed and chosen in front of the loop.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=kernels --unpipeline -o /dev/null 2>&1 | FileCheck %s

__global__ void chooses(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  if (t >= 64)
    sum = 1.0f;
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
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void sets(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float of[2] = {1.0f, 2.0f};
  of[1] = 3.0f;
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
    __syncthreads();
  }
  C[t] = sum + of[1];
}

__global__ void computes(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  sum = min(t, 3);
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
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void begins(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  const float *p = A + 4;
  float next = p[t];
// CHECK: :[[@LINE+2]]:3: remark: rewritten: as a plain loop
// CHECK-NEXT: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = p[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}
