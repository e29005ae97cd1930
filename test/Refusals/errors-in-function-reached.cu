// Errors in code that the kernel does not run are none of its loop: host code, other kernels, functions and overloads that nobody calls, a
// header that is not there.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not='left alone'
#include "not_there.h"

__device__ float used(float X) { return X * 2; }
__device__ float lost(float X) { return missing(X); }
__device__ Missing unused(float X) { return X; }
Missing launch(float *A, float *C) { return used(missing(A)); }

struct Kept {
  float Value;
  __device__ float never() const { return missing(Value); }
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    const Kept K{As[63 - threadIdx.x]};
    sum += used(K.Value);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C) {
  int n = used(missing);
  sums<<<1, 64>>>(A, C, n);
}

__global__ void other(float *C) { *C = lost(missing); }
