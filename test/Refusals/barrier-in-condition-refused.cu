// Miscompile class: a barrier under a condition. Which threads pass it is not
// known.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [barrier-in-condition]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (N > 64 + threadIdx.x)
      __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Threads are told to look at different moments, or each gets a value of its own.
__global__ void mask(const float *__restrict__ A, volatile int *M, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [barrier-in-condition]
  for (int k = 0; k < N; ++k) {
    if (M[k]) {
      As[threadIdx.x] = A[k * 64 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

__global__ void tickets(const float *__restrict__ A, int *M, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [barrier-in-condition]
  for (int k = 0; k < N; ++k) {
    const int ticket = atomicAdd(&M[k], 1);
    if (ticket) {
      As[threadIdx.x] = A[k * 64 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// Threads run the loop as often as they like, and meet where the condition holds.
__global__ void often(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [barrier-in-condition]
  for (int k = 0; k < N + threadIdx.x; ++k) {
    if (N > 64) {
      As[threadIdx.x] = A[k * 64 + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}
