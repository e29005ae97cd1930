// A commit that some iterations or some threads leave out.
// REQUIRES: clang-tidy
// RUN: %tidy --quiet %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=warning:
#include <cuda_pipeline.h>

__global__ void lastTile(const float *A, float *C, int N) {
  __shared__ float Tile[2][16];
  float sum = 0;
  __pipeline_memcpy_async(&Tile[0][threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  for (int k = 0; k < N; ++k) {
    if (k + 1 < N) {
      __pipeline_memcpy_async(&Tile[(k + 1) % 2][threadIdx.x], &A[(k + 1) * 16 + threadIdx.x], 4);
      // CHECK: hand-conditional-commit.cu:[[@LINE+2]]:7: warning: no group is committed when 'k + 1 < N' is false, so that the last tile is used while its copy may be in flight; commit in every iteration
      // CHECK: hand-conditional-commit.cu:[[@LINE+3]]:5: note: this leaves the newest 1 group in flight, of those that were committed
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += Tile[k % 2][5];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Committed in every iteration.
__global__ void always(const float *A, float *C, int N) {
  __shared__ float Tile[2][16];
  float sum = 0;
  __pipeline_memcpy_async(&Tile[0][threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  for (int k = 0; k < N; ++k) {
    if (k + 1 < N)
      __pipeline_memcpy_async(&Tile[(k + 1) % 2][threadIdx.x], &A[(k + 1) * 16 + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += Tile[k % 2][5];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The wait knows: all groups in the last iteration.
__global__ void waitKnows(const float *A, float *C, int N) {
  __shared__ float Tile[2][16];
  float sum = 0;
  __pipeline_memcpy_async(&Tile[0][threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  for (int k = 0; k < N; ++k) {
    if (k + 1 < N) {
      __pipeline_memcpy_async(&Tile[(k + 1) % 2][threadIdx.x], &A[(k + 1) * 16 + threadIdx.x], 4);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    sum += Tile[k % 2][5];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The loop ends before the condition fails; the last tile is used behind it.
__global__ void lastBehind(const float *A, float *C, int N) {
  __shared__ float Tile[2][16];
  float sum = 0;
  __pipeline_memcpy_async(&Tile[0][threadIdx.x], &A[threadIdx.x], 4);
  __pipeline_commit();
  for (int k = 0; k < N - 1; ++k) {
    if (k + 1 < N) {
      __pipeline_memcpy_async(&Tile[(k + 1) % 2][threadIdx.x], &A[(k + 1) * 16 + threadIdx.x], 4);
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += Tile[k % 2][5];
    __syncthreads();
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  C[threadIdx.x] = sum + Tile[(N - 1) % 2][5];
}

__global__ void oneThread(const float *A, float *C) {
  __shared__ float Tile[64];
  const int lane = threadIdx.x % 32;
  __pipeline_memcpy_async(&Tile[threadIdx.x], &A[threadIdx.x], 4);
  if (lane == 0)
    // CHECK: hand-conditional-commit.cu:[[@LINE+3]]:5: warning: threads for which 'lane == 0' is false do not commit what they have copied, and do not wait for it
    // CHECK: note: copied here by all threads
    // CHECK: note: waited here
    __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  C[threadIdx.x] = Tile[3];
}

// Those who copy commit; and a bound may hold for every thread.
__global__ void some(const float *A, float *C) {
  __shared__ float Tile[64], Other[64];
  if (threadIdx.x == 0) {
    __pipeline_memcpy_async(&Tile[threadIdx.x], &A[threadIdx.x], 16);
    __pipeline_commit();
  }
  __pipeline_memcpy_async(&Other[threadIdx.x], &A[threadIdx.x], 4);
  if (threadIdx.x < 64)
    __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  C[threadIdx.x] = Tile[3] + Other[3];
}
