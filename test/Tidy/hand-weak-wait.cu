// A wait that leaves the copy in flight that is used next, or does not know of it.
// REQUIRES: clang-tidy
// RUN: %tidy --quiet %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=warning:
#include <cuda_pipeline.h>

__global__ void offByOne(const float *A, float *C) {
  __shared__ float Tile[2][16];
  __pipeline_memcpy_async(&Tile[0][threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  // CHECK: hand-weak-wait.cu:[[@LINE+1]]:3: warning: this leaves the newest 1 group in flight, and the copy that is used next is in one of them
  __pipeline_wait_prior(1);
  __syncthreads();
  C[threadIdx.x] = Tile[0][3];
}

__global__ void uncommitted(const float *A, float *C) {
  __shared__ float Tile[2][16];
  __pipeline_memcpy_async(&Tile[0][threadIdx.x], &A[threadIdx.x], 4);
  // CHECK: hand-weak-wait.cu:[[@LINE+1]]:3: warning: the copy is not committed before this wait, which does not cover it
  __pipeline_wait_prior(0);
  __syncthreads();
  C[threadIdx.x] = Tile[0][3];
}

// One newer group may stay.
__global__ void right(const float *A, float *C, bool More) {
  __shared__ float Tile[2][16];
  __pipeline_memcpy_async(&Tile[0][threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&Tile[1][threadIdx.x], &A[16 + threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  C[threadIdx.x] = Tile[0][3];
  __pipeline_wait_prior(0);
  __syncthreads();
  C[threadIdx.x] += Tile[1][3];
}

// Groups under a condition are not counted here.
__global__ void perhaps(const float *A, float *C, bool More) {
  __shared__ float Tile[2][16];
  __pipeline_memcpy_async(&Tile[0][threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  if (More)
    __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  C[threadIdx.x] = Tile[0][3];
}
