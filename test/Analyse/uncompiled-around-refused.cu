// What an #if around the loop leaves out in this build, and another compiles: it gets the same rewritten loop.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg 2>&1 >/dev/null | FileCheck %s

// The pointer is a tile ahead behind the loop.
__global__ void ahead(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that names 'p', which the loads or the header give a value [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[threadIdx.x];
    p += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#ifdef CHECK
  sum += p - A;
#endif
  C[threadIdx.x] = sum;
}

// And where a vote ends it.
__global__ void voted(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A;
  int k = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that names 'k', which the loads or the header give a value [conditional-compilation]
  for (; k < N; k += 64) {
    As[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if (__syncthreads_or(sum > 5.0f))
      break;
    p += 64;
  }
#if CHECK == 2
  sum = 0.0f;
#elif CHECK
  sum += k;
#endif
  C[threadIdx.x] = sum;
}

// The tile has several buffers there.
__global__ void tail(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that names 'As', which is shared memory of the loop [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#ifdef CHECK
  sum += As[3];
#endif
  C[threadIdx.x] = sum;
}

// What no alias was found for is another's.
__global__ void redirected(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A;
#ifdef IN_PLACE
  p = C;
#endif
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may change 'p', which the loads need [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By reference.
__device__ void next(const float *&p);
__global__ void passed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A;
#ifdef IN_PLACE
  next(p);
#endif
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may change 'p', which the loads need [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void declared(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#ifdef IN_PLACE
  const float *p = C;
#else
  const float *p = A;
#endif
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may change 'p', which the loads need [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void included(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that includes a file [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#ifdef CHECK
#include "check.inc"
#endif
  C[threadIdx.x] = sum;
}

// Not all threads come to the loop.
__global__ void ended(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#ifdef BOUNDS
  if (threadIdx.x >= N)
    return;
#endif
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that may end threads in front of the loop [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Behind an inner loop is in front of its next run.
__global__ void outer(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A;
  for (int j = 0; j < 8; ++j) {
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: another build may compile a branch that may change 'p', which the loads need [conditional-compilation]
    for (int k = 0; k < N; k += 64) {
      As[threadIdx.x] = p[k + threadIdx.x];
      __syncthreads();
      sum += As[63 - threadIdx.x];
      __syncthreads();
    }
#ifdef IN_PLACE
    p = C;
#endif
  }
  C[threadIdx.x] = sum;
}

// Its function may use the same memory, for which the barrier at the loop's end is.
__device__ float inSharedMemory(float x) {
  extern __shared__ float memory[];
  memory[threadIdx.x ^ 1] = x;
  return memory[threadIdx.x];
}
__global__ void dynamic(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that calls 'inSharedMemory', which may use shared memory of the loop [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#ifdef REDUCE
  sum += inSharedMemory(sum);
#endif
  C[threadIdx.x] = sum;
}
// CHECK: 10 loops: 0 rewritten
