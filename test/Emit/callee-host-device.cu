// What copies asynchronously is for the device alone, although the function that it is made from is one of the host, too; a half that copies
// through registers keeps its specifiers. nvcc rejects anything else.
// REQUIRES: cuda-toolkit
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --arch=sm_80 -o %t.cu 2>/dev/null && FileCheck %s < %t.cu --match-full-lines
// RUN: %nvcc -std=c++17 -arch=sm_80 -c -o /dev/null %t.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --arch=sm_80 -o - 2>/dev/null | FileCheck %s --check-prefix=LDG
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --arch=sm_80 2>&1 >/dev/null | FileCheck %s --check-prefix=MACRO
#include <cuda_pipeline.h>

// CHECK: __device__ inline void fillAsync(int *to, const int *from, int i) {
// LDG: __host__ __device__ inline void fillStore(
__host__ __device__ inline void fill(int *to, const int *from, int i) {
  to[i] = from[i];
}

// CHECK: inline __device__ void copyAsync(int *to, const int *from, int i) {
inline __device__ __host__ void copy(int *to, const int *from, int i) { to[i] = from[i]; }

#define BOTH __host__ __device__
BOTH inline void move(int *to, const int *from, int i) { to[i] = from[i]; }

__global__ void filled(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    fill(As, A + k, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void copied(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < n; k += 64) {
    copy(As, A + k, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void moved(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64];
  int sum = 0;
// MACRO: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}'move' is a function of the host, too, by a macro{{.*}} [load-in-callee]
  for (int k = 0; k < n; k += 64) {
    move(As, A + k, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
