// A barrier stands between what other threads write before the loop and the
// loop; or nothing is written there that the loads read.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 2>&1 >/dev/null | FileCheck %s --implicit-check-not='2 stages'

__global__ void indices(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int at[1024], other[64];
  for (int j = threadIdx.x; j < N; j += 64)
    at[j] = I[j];
  __syncthreads();
  other[threadIdx.x] = 0;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync, 3 stages,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[at[k == 0 ? threadIdx.x : 63 - threadIdx.x + k]];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + other[threadIdx.x];
}

// On top of the body.
__global__ void top(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int at[64];
  at[threadIdx.x] = I[threadIdx.x];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync, 3 stages,
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[threadIdx.x] = A[at[63 - threadIdx.x] + k];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum;
}

// Behind the loop, in each round of another.
__global__ void rounds(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int End[8];
  if (threadIdx.x < 8)
    End[threadIdx.x] = I[threadIdx.x];
  __syncthreads();
  float sum = 0.0f;
  for (int r = 0; r < 8; ++r) {
// CHECK: :[[@LINE+1]]:5: remark: rewritten: cpasync, 3 stages,
    for (int k = 0; k < End[k == 0 ? 0 : 1]; k += 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
    if (threadIdx.x == 1)
      End[1] = 128;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A switch that does not hold the loop.
__global__ void before(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  switch (N) {
  case 64:
    sum = 1.0f;
  }
// CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync, 3 stages,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
