// The computation reads elements of tiles into locals.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=syntax --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-sums.cu

__device__ float first(const float *p) { return *p; }

__global__ void writes(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + t] = sum;
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void gives(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += first(As);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void waits(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    while (sum > 1e30f)
      sum = 0.0f;
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void votes(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += __shfl_xor_sync(~0u, sum, 1);
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void atomic(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    atomicAdd(C, 1.0f);
    __syncthreads();
  }
  C[t] = sum;
}
