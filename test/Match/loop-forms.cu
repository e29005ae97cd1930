// Every loop that passes a block barrier at its own level is found, whatever
// its form.
// RUN: %pipeline-rewrite %s %builtin --print=matches | FileCheck %s

__global__ void for_loop(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in {{[a-z_]+}} instances=1 units=4 barriers=[1, 3]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void for_no_init(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int k = 0;
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in {{[a-z_]+}} instances=1 units=4 barriers=[1, 3]
  for (; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void while_loop(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int k = 0;
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in {{[a-z_]+}} instances=1 units=5 barriers=[1, 3]
  while (k < N) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
    k += 64;
  }
  C[threadIdx.x] = sum;
}

__global__ void do_loop(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int k = 0;
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in {{[a-z_]+}} instances=1 units=5 barriers=[1, 3]
  do {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
    k += 64;
  } while (k < N);
  C[threadIdx.x] = sum;
}

__global__ void pragma(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#pragma unroll 1
// CHECK: loop [[@LINE+1]]:3 in {{[a-z_]+}} instances=1 units=4 barriers=[1, 3]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void barrier_first(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in {{[a-z_]+}} instances=1 units=4 barriers=[0, 2]
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
  }
  C[threadIdx.x] = sum;
}
