// ACCEPTED: allocations.cu
// The neighbours of launches that give a kernel allocations of its own; further
// ones are in unit/Analyse/AllocationsTest.cpp.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#include <cuda_runtime.h>

// One of its launches works in place.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void same(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_same(int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  same<<<1, 64>>>(a, c, n);
  same<<<1, 64>>>(a, a, n);
}

// Launched by code that this build discards as well.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
__global__ void discarded(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
void run_discarded(int n) {
  float *a, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  discarded<<<1, 64>>>(a, c, n);
#ifdef IN_PLACE
  discarded<<<1, 64>>>(a, a, n);
#endif
}

// A pointer that the memory holds leads anywhere.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[may-alias]
struct Rows { float *row; };
__global__ void held(Rows *A, float *C, int N) {
  __shared__ float As[64];
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[k].row[threadIdx.x];
    __syncthreads();
    C[threadIdx.x] += As[threadIdx.x ^ 1];
    __syncthreads();
  }
}
void run_held(int n) {
  Rows *a;
  float *c;
  cudaMalloc(&a, n);
  cudaMalloc(&c, n);
  held<<<1, 64>>>(a, c, n);
}

// CHECK: 3 loops: 0 rewritten, 0 already pipelined, 3 refused
