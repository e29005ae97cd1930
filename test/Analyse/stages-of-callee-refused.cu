// A caller writes what the loads read, and only the loop's first barrier stands in between: later tiles may be loaded
// behind that barrier alone. Two stages need no more.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 2>&1 | FileCheck %s
// ACCEPTED: stages-of-callee.cu

// CHECK: remark: rewritten: cpasync, 2 stages, {{.*}} in 'written'
// CHECK: 2 stages: the loads of later tiles wait for the loop's first barrier: they may read what is written before the loop
__device__ float written(const float4 *A, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64].x;
    __syncthreads();
  }
  return sum;
}

__global__ void writes(float4 *A, float *__restrict__ C, int N) {
  for (int k = 0; k < N; k += 64)
    A[k + 63 - threadIdx.x].x = k;
  C[threadIdx.x] = written(A, N);
}

// One of two callers, above another function.
// CHECK: remark: rewritten: cpasync, 2 stages, {{.*}} in 'written_by_one'
// CHECK: 2 stages: the loads of later tiles wait for the loop's first barrier: they may read what is written before the loop
__device__ float written_by_one(const float4 *A, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64].x;
    __syncthreads();
  }
  return sum;
}

__device__ float between(const float4 *A, int N) { return written_by_one(A, N); }

__global__ void writes_not(float4 *A, float *__restrict__ C, int N) { C[threadIdx.x] = between(A, N); }

__global__ void writes_in_rounds(float4 *A, float *__restrict__ C, int N) {
  for (int r = 0; r < 3; ++r) {
    C[threadIdx.x] += between(A, N);
    A[63 - threadIdx.x].x = C[threadIdx.x];
  }
}

// By what the call passes.
// CHECK: remark: rewritten: cpasync, 2 stages, {{.*}} in 'written_by_argument'
// CHECK: 2 stages: the loads of later tiles wait for the loop's first barrier: they may read what is written before the loop
__device__ float written_by_argument(const float4 *A, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64].x;
    __syncthreads();
  }
  return sum;
}

__device__ int put(float4 *A, int N) {
  for (int k = 64; k < N; k += 64)
    A[k + 63 - threadIdx.x].x = k;
  return N;
}

__global__ void passes(float4 *A, float *__restrict__ C, int N) { C[threadIdx.x] = written_by_argument(A, put(A, N)); }

// Not all of its callers are seen: where the address goes, nothing says.
// CHECK: remark: rewritten: cpasync, 2 stages, {{.*}} in 'given_away'
// CHECK: 2 stages: the loads of later tiles wait for the loop's first barrier: they may read what callers of the function write
__device__ float4 Numbers[4096];

__device__ float given_away(int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = Numbers[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[(i + threadIdx.x) % 64].x;
    __syncthreads();
  }
  return sum;
}

__device__ float (*chosen())(int) { return given_away; }

__global__ void calls(float *__restrict__ C, int N) { C[threadIdx.x] = given_away(N); }
