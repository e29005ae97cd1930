// Another build may give these words another meaning.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=syntax --unpipeline -- -DT=64 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-words.cu

typedef float real;
constexpr int S = T;

__global__ void type(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  real next = A[t];
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

__global__ void number(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
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
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-loop]
  for (int k = 0; k < N; k += S) {
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

__global__ void directive(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
#define U 2
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}
