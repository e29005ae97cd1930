// A buffer is read before its copy has been waited for.
// REQUIRES: clang-tidy
// RUN: %tidy --quiet %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=warning:
#include <cuda_pipeline.h>

__global__ void late(const float *A, float *C, int K) {
  __shared__ float Tile[16][16];
  float sum = 0;
  for (int k = 0; k < K; k += 16) {
    // CHECK: hand-no-wait.cu:[[@LINE+4]]:14: warning: 'Tile' is read while the copy into it is in flight: nothing waits for it before
    // CHECK: hand-no-wait.cu:[[@LINE+1]]:5: note: copied here
    __pipeline_memcpy_async(&Tile[threadIdx.y][threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit(); for (int i = 0; i < 16; ++i)
      sum += Tile[threadIdx.y][i];
    // CHECK: hand-no-wait.cu:[[@LINE+1]]:5: note: the wait comes only here
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The same order is right with two buffers.
__global__ void twoBuffers(const float *A, float *C, int K) {
  __shared__ float Tile[2][16];
  float sum = 0;
  int stage = 0;
  __pipeline_memcpy_async(&Tile[0][threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int k = 16; k < K; k += 16) {
    __pipeline_memcpy_async(&Tile[stage ^ 1][threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < 16; ++i)
      sum += Tile[stage][i];
    __pipeline_wait_prior(0);
    __syncthreads();
    stage ^= 1;
  }
  for (int i = 0; i < 16; ++i)
    sum += Tile[stage][i];
  C[threadIdx.x] = sum;
}

// Halves of one array by hand: nothing is certain.
__global__ void halves(const float *A, float *C, int K) {
  __shared__ float Tile[32];
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    __pipeline_memcpy_async(&Tile[threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < 16; ++i)
      sum += Tile[16 + i];
    __pipeline_wait_prior(0);
    __syncthreads();
    __pipeline_memcpy_async(&Tile[16 + threadIdx.x], &A[k + 16 + threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < 16; ++i)
      sum += Tile[i];
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Who waits may be a function that is not seen.
__device__ void finish();
__global__ void unseen(const float *A, float *C) {
  __shared__ float Tile[16];
  __pipeline_memcpy_async(&Tile[threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  finish();
  C[threadIdx.x] = Tile[3];
}

// Halves of a plane, one filled while the other is used.
__global__ void halvesOfAPlane(const float *A, float *C, int K) {
  __shared__ float Tiles[2][32]; // not two stages: one plane per operand
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    __pipeline_memcpy_async(&Tiles[0][16 + threadIdx.x], &A[k + threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < 16; ++i)
      sum += Tiles[0][i];
    __pipeline_wait_prior(0);
    __syncthreads();
    __pipeline_memcpy_async(&Tiles[0][threadIdx.x], &A[k + 16 + threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < 16; ++i)
      sum += Tiles[0][16 + i];
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The rows that a thread copies are its own; what else is read has been there.
__global__ void rows(const float *A, float *C, int K) {
  __shared__ float Tile[16][32];
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    __pipeline_memcpy_async(&Tile[threadIdx.y][threadIdx.x + k % 32], &A[k], 4);
    __pipeline_commit();
    sum += Tile[threadIdx.y][3];
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
