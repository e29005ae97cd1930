// Miscompile class: a copy loop starts below 0, and makes more rounds than one from 0 on: there is no register for them. Or it
// starts so far up that a later round, counted from there, is one from 0 on.
// ACCEPTED: copy-loop-start.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

// An unsigned difference, which wraps.
__global__ void difference(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[96];
  const unsigned first = threadIdx.x - 64;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    for (int i = first; i < 96; i += 32)
      if (i >= 0)
        s[i] = 2.0f * A[k * 96 + i];
    __syncthreads();
    for (int i = 0; i < 96; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// An unsigned number that is changed.
__global__ void changed(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[96];
  unsigned first = threadIdx.x;
  first -= 64;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    for (int i = first; i < 96; i += 32)
      if (i >= 0)
        s[i] = 2.0f * A[k * 96 + i];
    __syncthreads();
    for (int i = 0; i < 96; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Eight bits hold no thread's number.
__global__ void narrow(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[96];
  const signed char first = threadIdx.x;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    for (int i = first; i < 96; i += 32)
      if (i >= 0)
        s[i] = 2.0f * A[k * 96 + i];
    __syncthreads();
    for (int i = 0; i < 96; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// It wraps: these threads have no round, and the one that follows by count would begin at 24.
__global__ void far(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    for (unsigned i = threadIdx.x - 8; i < 64; i += 32)
      s[i] = 2.0f * A[k * 64 + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A sum that may wrap, and a shift.
__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int n, unsigned first) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    for (unsigned i = threadIdx.x + first; i < 64; i += 32)
      s[i] = 2.0f * A[k * 64 + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
__global__ void shift(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    for (int i = threadIdx.x << 22; i < 64; i += 32)
      s[i] = 2.0f * A[k * 64 + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A grid's number of a thread has 64 bits.
#include <cooperative_groups.h>
__global__ void grid(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  auto all = cooperative_groups::this_grid();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-loop-not-constant]
  for (int k = 0; k < n; ++k) {
    for (int i = all.thread_rank(); i < 64; i += 32)
      s[i] = 2.0f * A[k * 64 + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
