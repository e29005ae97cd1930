// No word of the program says what the value's type is in another build.
// ACCEPTED: types-of-other-builds.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

#ifdef WIDE
typedef double real;
#else
typedef short real;
#endif

__global__ void promoted(const real *__restrict__ A, real *__restrict__ C, int N) {
  __shared__ real Row[64];
  real sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the type of what is loaded differs between instances or builds, and is spelled nowhere [instances-differ]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = (k + threadIdx.x < N - 3 ? A[k + threadIdx.x] / 3 : 0) * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifndef REAL
#define REAL float
#endif
__global__ void either(const REAL *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the type of what is loaded differs between instances or builds, and is spelled nowhere [instances-differ]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = (threadIdx.x & 1 ? A[k + threadIdx.x] : B[k + threadIdx.x]) / 3;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
