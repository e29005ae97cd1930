// What atomics add is rounded as a whole, so that the order of the threads is
// not seen, and the loop is compared with more than one tile. Blocks can be
// what there are as many of as tiles.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

static __global__ void total(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[128], sum;
  const int t = threadIdx.x;
  if (t == 0)
    sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync,
// CHECK: executed: {{.*}} 1 to {{[3-9]}} tiles, {{.*}} equal
  for (int k = 0; k < n; k += 128) {
    s[t] = A[k + t];
    __syncthreads();
    if (t < 64)
      atomicAdd(&sum, s[127 - t]);
    __syncthreads();
  }
  C[t] = sum;
}

// Of numbers with many digits.
static __global__ void weights(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync,
// CHECK: executed: {{.*}} 0 to {{[3-9]}} tiles, {{.*}} equal
  for (int k = 0; k < n; k += 128) {
    s[t] = A[k + t];
    __syncthreads();
    const float x = s[127 - t];
    atomicAdd(&C[t % 3], 1.0f / (3.0f + x * x));
    __syncthreads();
  }
}

// By compare and swap: few digits do.
static __global__ void swapped(const float *__restrict__ A, unsigned *__restrict__ C, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync,
// CHECK: executed: {{.*}} 0 to {{[3-9]}} tiles, {{.*}} equal
  for (int k = 0; k < n; k += 128) {
    s[t] = A[k + t];
    __syncthreads();
    unsigned old = *C, seen;
    do {
      seen = old;
      old = atomicCAS(C, seen, __float_as_uint(__uint_as_float(seen) + s[127 - t]));
    } while (old != seen);
    __syncthreads();
  }
}

// The last thread wins, whatever the numbers are.
static __global__ void last(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[128];
  const int t = threadIdx.x;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync,
// CHECK: not executed: 'last': the original's result depends on the order of its threads
  for (int k = 0; k < n; k += 128) {
    s[t] = A[k + t];
    __syncthreads();
    atomicExch(C, s[127 - t]);
    __syncthreads();
  }
}

static __global__ void bodies(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync,
// CHECK: executed: {{.*}} 1 to {{[4-9]}} tiles, {{.*}} equal
  for (int k = 0; k < gridDim.x; ++k) {
    s[t] = A[k * 128 + t];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += s[i] * (i ^ t);
    __syncthreads();
  }
  C[blockIdx.x * 128 + t] = sum;
}

static void run(const float *A, float *C, int n) {
  total<<<1, 128>>>(A, C, n);
  weights<<<1, 128>>>(A, C, n);
  swapped<<<1, 128>>>(A, reinterpret_cast<unsigned *>(C), n);
  last<<<1, 128>>>(A, C, n);
  bodies<<<n / 128, 128>>>(A, C);
}
