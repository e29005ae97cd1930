// Threads may leave the loop one by one.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: exit.cu

__global__ void by_thread(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: that all threads leave it together is not seen [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (sum > 9.0f)
      break;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void by_index(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const int mine = N - threadIdx.x;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: that all threads leave it together is not seen [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (mine > 9)
      break;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void by_memory(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: that all threads leave it together is not seen [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (As[0] > 9.0f)
      break;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void by_comparison(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: that all threads leave it together is not seen [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    const int mine = __syncthreads_count(sum > 9.0f) == threadIdx.x;
    if (mine)
      break;
  }
  C[threadIdx.x] = sum;
}
