// Kernels that are rewritten in place, each for a reason of its own, and one that is not.
#include "dispatch-refused.h"

// Nobody launches it here.
__global__ void notLaunched(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Its launches stand in front of it.
__global__ void launchedBefore(const float *__restrict__ A, float *__restrict__ C, int N);
void runBefore(const float *A, float *C) { launchedBefore<<<1, 64>>>(A, C, 128); }
__global__ void launchedBefore(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What it counts is counted once.
__global__ void counts(const float *__restrict__ A, float *__restrict__ C, int N) {
  static __device__ int calls;
  if (threadIdx.x == 0)
    ++calls;
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Its launches are a macro's.
__global__ void inMacro(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#define RUN inMacro<<<1, 64>>>

// A word of the function that would launch it.
__global__ void ownWord(const float *__restrict__ A, float *__restrict__ C, int N, int launchGrid) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The loop is a function's, which two kernels may call.
__device__ void inFunction(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
__global__ void calls(const float *__restrict__ A, float *__restrict__ C, int N) { inFunction(A, C, N); }

// Its forms have other names.
void taken_form1() {}
__global__ void taken(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C) {
  inHeader<<<1, 64>>>(A, C, 128);
  counts<<<1, 64>>>(A, C, 128);
  RUN(A, C, 128);
  ownWord<<<1, 64>>>(A, C, 128, 0);
  calls<<<1, 64>>>(A, C, 128);
  taken<<<1, 64>>>(A, C, 128);
}
