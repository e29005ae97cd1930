// What a block has of shared memory is its kernel's: that of every function that it calls, that of all its loops, and what
// the launch gives. The run-time limits of a launch count, too.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

#include <cooperative_groups.h>

__device__ float reduced(float v) {
  __shared__ float buffer[5120];
  for (int i = threadIdx.x; i < 5120; i += 256)
    buffer[i] = v + i;
  __syncthreads();
  return buffer[threadIdx.x * 7 % 5120];
}

__global__ void of_callee(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[4096];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} would need 52 KB of static shared memory{{.*}}
  for (int k = 0; k < N; k += 4096) {
    for (int i = threadIdx.x; i < 4096; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 4096; i += 64)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = reduced(sum);
}

__device__ float in_function(const float *__restrict__ A, int N) {
  __shared__ float As[4096];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} would need 52 KB of static shared memory{{.*}}
  for (int k = 0; k < N; k += 4096) {
    for (int i = threadIdx.x; i < 4096; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 4096; i += 64)
      sum += As[i];
    __syncthreads();
  }
  return sum;
}

__global__ void of_caller(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float buffer[5120];
  float sum = in_function(A, N);
  buffer[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = buffer[255 - threadIdx.x];
}

__device__ float first(const float *__restrict__ A, int N) {
  __shared__ float As[4096];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 4096) {
    for (int i = threadIdx.x; i < 4096; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 4096; i += 64)
      sum += As[i];
    __syncthreads();
  }
  return sum;
}

__device__ float second(const float *__restrict__ A, int N) {
  __shared__ float As[4096];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} would need 64 KB of static shared memory{{.*}}
  for (int k = 0; k < N; k += 4096) {
    for (int i = threadIdx.x; i < 4096; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 4096; i += 64)
      sum += As[i];
    __syncthreads();
  }
  return sum;
}

__global__ void of_two(const float *__restrict__ A, float *__restrict__ C, int N) { C[threadIdx.x] = first(A, N) + second(A, N); }

template <int Times> __device__ float several(const float *__restrict__ A, int N) {
  __shared__ float As[4096];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: one kernel runs several instances of the loop{{.*}}
  for (int k = 0; k < N; k += 4096) {
    for (int i = threadIdx.x; i < 4096; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 4096; i += 64)
      sum += As[i];
    __syncthreads();
  }
  return sum * Times;
}

__global__ void of_instances(const float *__restrict__ A, float *__restrict__ C, int N) { C[threadIdx.x] = several<1>(A, N) + several<2>(A, N); }

__global__ void beside_dynamic(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[1024];
  extern __shared__ float other[];
  float sum = 0.0f;
  other[threadIdx.x] = 1.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: how much dynamic shared memory a launch of 'beside_dynamic' gives is not known{{.*}}
  for (int k = 0; k < N; k += 1024) {
    for (int i = threadIdx.x; i < 1024; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 1024; i += 64)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum * other[threadIdx.x];
}

void host(const float *A, float *C, int N, size_t bytes) { beside_dynamic<<<1, 256, bytes>>>(A, C, N); }

__global__ void cooperative(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[1024];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: all blocks of 'cooperative' must fit on the GPU at once{{.*}}
  for (int k = 0; k < N; k += 1024) {
    for (int i = threadIdx.x; i < 1024; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 1024; i += 64)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void together(const float *A, float *C, int N, void **arguments) {
  cudaLaunchCooperativeKernel((void *)cooperative, 8, 256, arguments, 0, 0);
}

__global__ void asks(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[1024];
  float sum = 0.0f;
  unsigned bytes;
  asm("mov.u32 %0, %%total_smem_size;" : "=r"(bytes));
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'asks' asks how much shared memory a block has{{.*}}
  for (int k = 0; k < N; k += 1024) {
    for (int i = threadIdx.x; i < 1024; i += 256)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 1024; i += 64)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + bytes;
}
