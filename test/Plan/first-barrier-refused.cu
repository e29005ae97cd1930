// The loads of all tiles but the first run behind a barrier of the loop, and may
// rely on it to see what other threads wrote before the loop. A prologue of
// several tiles has no barrier between them.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: first-barrier.cu

__global__ void indices(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int at[1024];
  for (int j = threadIdx.x; j < N; j += 64)
    at[j] = I[j];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync, 2 stages,
// CHECK: 2 stages: the loads of later tiles wait for the loop's first barrier: they may read what is written before the loop with no barrier in between
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[at[k == 0 ? threadIdx.x : 63 - threadIdx.x + k]];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In the condition, of an earlier round of an outer loop, whose barrier a
// continue may leave out.
__global__ void rounds(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int End[8];
  if (threadIdx.x < 8)
    End[threadIdx.x] = I[threadIdx.x];
  __syncthreads();
  float sum = 0.0f;
  for (int r = 0; r < 8; ++r) {
// CHECK: :[[@LINE+2]]:5: remark: rewritten: cpasync, 2 stages,
// CHECK: 2 stages: the loads of later tiles
    for (int k = 0; k < End[k == 0 ? 0 : 1]; k += 64) {
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
    if (threadIdx.x == 1)
      End[1] = 128;
    if (r == N)
      continue;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Global memory; by two names.
__global__ void names(float *A, const float *B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  A[threadIdx.x] = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync, 2 stages,
// CHECK: 2 stages: the loads of later tiles
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A barrier that only some paths pass is none.
__global__ void branch(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int at[1024];
  for (int j = threadIdx.x; j < N; j += 64)
    at[j] = I[j];
  if (N > 128)
    __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync, 2 stages,
// CHECK: 2 stages: the loads of later tiles
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[at[k == 0 ? threadIdx.x : 63 - threadIdx.x + k]];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A barrier that a switch may jump over is none.
__global__ void jumped(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int at[1024];
  for (int j = threadIdx.x; j < N; j += 64)
    at[j] = I[j];
  float sum = 0.0f;
  switch (N) {
  case 64:
    sum = 1.0f;
    __syncthreads();
  default: {
// CHECK: :[[@LINE+2]]:5: remark: rewritten: cpasync, 2 stages,
// CHECK: 2 stages: the loads of later tiles wait for the loop's first barrier: a switch may jump over what stands in front of the loop
    for (int k = 0; k < N; k += 64) {
      As[threadIdx.x] = A[at[k == 0 ? threadIdx.x : 63 - threadIdx.x + k]];
      __syncthreads();
      for (int i = 0; i < 64; ++i)
        sum += As[i];
      __syncthreads();
    }
  }
  }
  C[threadIdx.x] = sum;
}
