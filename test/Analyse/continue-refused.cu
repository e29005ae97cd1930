// Miscompile class: continue skips the wait, the store or the change of
// buffers.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    if (k == N - threadIdx.x)
      continue;
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What is skipped moves the loads on.
__global__ void moves_on(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it may skip what the next tile's loads need [early-exit]
  for (int k = 0; k < N; ++k) {
    __syncthreads();
    As[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    if (As[0] > 1.0f)
      continue;
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    A += 64;
  }
  C[threadIdx.x] = sum;
}

// A variable that the loads set, and what is skipped as well.
__global__ void set_by_both(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, one = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it may skip what the next tile's loads need [early-exit]
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    one = A[k + threadIdx.x];
    As[threadIdx.x] = one;
    __syncthreads();
    if (threadIdx.x & 1)
      continue;
    one = 2.0f;
    for (int i = 0; i < 64; ++i)
      sum += As[i] * one;
  }
  C[threadIdx.x] = sum;
}

// A break beside it.
__global__ void leaves(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it can be left in the middle of a tile [early-exit]
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    if (threadIdx.x >= M)
      continue;
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (M == 0)
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void after_trailing(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it skips what follows the barrier after the tile's last use [early-exit]
  while (k < N) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const float one = As[63 - threadIdx.x];
    __syncthreads();
    k += 64;
    switch (threadIdx.x % 4) {
    case 0:
      continue;
    case 1:
      sum += 1.0f;
    }
    sum += one;
  }
  C[threadIdx.x] = sum;
}
