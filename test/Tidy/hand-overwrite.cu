// A copy into a buffer that other threads may still read.
// REQUIRES: clang-tidy
// RUN: %tidy --quiet %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=warning:
#include <cuda_pipeline.h>

__global__ void noBarrier(const float *A, float *C, int K) {
  __shared__ float Tile[16];
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    __syncthreads();
    // CHECK: hand-overwrite.cu:[[@LINE+3]]:5: warning: copies into 'Tile' while other threads may still read it: no barrier stands between
    // CHECK: hand-overwrite.cu:[[@LINE+1]]:12: note: read here
    sum += Tile[3];
    __pipeline_memcpy_async(&Tile[threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  C[threadIdx.x] = sum;
}

__global__ void barrier(const float *A, float *C, int K) {
  __shared__ float Tile[16];
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    __syncthreads();
    sum += Tile[3];
    __syncthreads();
    __pipeline_memcpy_async(&Tile[threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  C[threadIdx.x] = sum;
}
