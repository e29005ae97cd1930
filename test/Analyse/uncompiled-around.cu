// What an #if around the loop leaves out is harmless: it neither has the loop's shared memory, nor a variable that is
// ahead behind the loop, nor gives one that the loads read another value.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void read(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A;
#ifdef CHECK
  assert(p != nullptr && N % 64 == 0);
#endif
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[threadIdx.x];
    p += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#ifdef RELU
  sum = fmaxf(sum, 0.0f);
#elif !defined(NDEBUG)
  printf("%d: %f\n", N, sum);
#endif
  C[threadIdx.x] = sum;
}

// What nobody compiles, or the host alone.
__global__ void dead(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A;
#if 0
  p = C;
#endif
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[threadIdx.x];
    p += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#ifndef __CUDA_ARCH__
  sum += p - A;
#elif 1
#ifdef __CUDA_ARCH__
#else
  p = C;
#endif
#endif
  C[threadIdx.x] = sum;
}

// Its variable ends with the loop, and behind it nothing is loaded.
__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const float *p = A;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#ifdef CHECK
  for (int k = 0; k < N; k += 64)
    sum += p[k];
  p = C;
  if (sum < 0.0f)
    return;
#endif
  C[threadIdx.x] = sum;
}

// The bound is asked as it is.
__global__ void bound(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#ifdef SCALE
  N *= SCALE;
#endif
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void around(const float *__restrict__ A, float *__restrict__ C, int N) {
#ifdef PLAIN
  C[threadIdx.x] = 0.0f;
  const float *p = A;
  p += N;
#else
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
#endif
}
__device__ float ofItself(float x);
__global__ void called(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#ifdef REDUCE
  sum += ofItself(sum);
#endif
  C[threadIdx.x] = sum;
}
// CHECK: 6 loops: 6 rewritten
