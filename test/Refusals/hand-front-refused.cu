// In front of the loop stand declarations of values, and loads.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=syntax --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-front.cu

__device__ float first(int t) { return t * 2.0f; }

__global__ void leaves(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  if (t >= 64)
    return;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
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

__global__ void stores(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  C[64 + t] = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
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

__global__ void calls(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  sum = first(t);
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
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

__global__ void mightStop(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  asm volatile("");
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
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

__global__ void ownAddress(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float *p = &sum;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
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
