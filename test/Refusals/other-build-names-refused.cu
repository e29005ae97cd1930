// What a build decides reaches the loop by another name: an alias, a constant of a constant, a file, a word that only a
// compiler's flag defines.
// ACCEPTED: other-build.cu
// RUN: %pipeline-rewrite %s %builtin -- -I%S/Inputs/builds 2>&1 >/dev/null | FileCheck %s

#if __CUDA_ARCH__ >= 900
#include "new.h"
#else
#include "old.h"
#endif

__global__ void by_file(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'from_file' depends on '__CUDA_ARCH__'{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum = from_file(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Same {
  static __device__ float of(float x) { return x; }
};
struct Twice {
  static __device__ float of(float x) { return 2.0f * x; }
};
#if __CUDA_ARCH__ >= 900
using Chosen = Same;
#else
using Chosen = Twice;
#endif

__global__ void by_alias(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'by_alias' depends on 'Chosen'{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum = Chosen::of(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef __clang__
constexpr int Base = 1;
#else
constexpr int Base = 2;
#endif
constexpr int Times = Base * 4;

__global__ void by_constant(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'Times' depends on an #if{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum *= Times;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ inline float by_flag(float x) {
#ifdef __CUDACC_DEBUG__
  __threadfence();
#endif
  return x;
}

__global__ void flag(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'by_flag', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum = by_flag(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Start {
  float is = float(__builtin_LINE());
};

__global__ void by_member(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'is' depends on '__builtin_LINE'{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + Start{}.is;
}

struct Made {
  float is = float(__builtin_LINE());
  __device__ Made() {}
};

__global__ void by_constructor(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'is' depends on '__builtin_LINE'{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + Made().is;
}
