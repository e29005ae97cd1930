// The number of tiles is one that all threads have.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=syntax --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-end.cu

__global__ void ofThread(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  int end = N;
  if (t == 0 && N > 4096)
    end = 0;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-loop]
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

__global__ void wraps(const float *__restrict__ A, float *__restrict__ C, unsigned N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-loop]
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

__global__ void counterOutside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  int k;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-loop]
  for (k = 0; k < N; k += 64) {
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
