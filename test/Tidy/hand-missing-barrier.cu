// A wait is for the thread's own copies; what others copied is behind a barrier
// after it.
// REQUIRES: clang-tidy
// RUN: %tidy --quiet %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=warning:
#include <cuda_pipeline.h>

__global__ void none(const float *A, float *C, int K) {
  __shared__ float Tile[16];
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    __pipeline_memcpy_async(&Tile[threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    // CHECK: hand-missing-barrier.cu:[[@LINE+5]]:14: warning: 'Tile' holds what other threads have copied, and no barrier stands between the wait and this read
    // CHECK: hand-missing-barrier.cu:[[@LINE+2]]:5: note: each thread waits for its own copies only
    // CHECK-NOT: note: this barrier
    __pipeline_wait_prior(0);
    for (int i = 0; i < 16; ++i)
      sum += Tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void before(const float *A, float *C, int K) {
  __shared__ float Tile[2][16];
  for (int k = 0; k < K; ++k) {
    const int stage = k % 2;
    __pipeline_memcpy_async(&Tile[stage][threadIdx.x], &A[k * 16 + threadIdx.x], 4);
    __pipeline_commit();
    // CHECK: hand-missing-barrier.cu:[[@LINE+4]]:23: warning: 'Tile' holds what other threads have copied
    // CHECK: hand-missing-barrier.cu:[[@LINE+1]]:5: note: this barrier comes before the wait
    __syncthreads();
    __pipeline_wait_prior(0);
    C[threadIdx.x] += Tile[stage][5];
  }
}

// Each thread reads what it copied: no barrier is needed.
__global__ void own(const float *A, float *C, int K) {
  __shared__ float Tile[16];
  for (int k = 0; k < K; k += 16) {
    __pipeline_memcpy_async(&Tile[threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    C[k + threadIdx.x] = Tile[threadIdx.x];
  }
}

// A barrier of the warp, or one in a function of the user's own.
__device__ void meet() { __syncthreads(); }
__global__ void others(const float *A, float *C) {
  __shared__ float Tile[16], Other[16];
  __pipeline_memcpy_async(&Tile[threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_memcpy_async(&Other[threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  C[threadIdx.x] = Tile[3];
  meet();
  C[threadIdx.x] += Other[3];
}
