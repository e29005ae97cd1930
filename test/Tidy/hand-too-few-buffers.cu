// More tiles on their way than there are buffers.
// REQUIRES: clang-tidy
// RUN: %tidy --quiet %s -- %tidy-flags 2>&1 | %strip | FileCheck %s --implicit-check-not=warning:
#include <cuda_pipeline.h>

// Four tiles ahead, into four buffers.
__global__ void sameBuffer(const float *A, float *C, int N) {
  __shared__ float Tile[4][16];
  float sum = 0;
  for (int k = 0; k < N; ++k) {
    // CHECK: hand-too-few-buffers.cu:[[@LINE+2]]:5: warning: too few buffers: the tile 4 ahead is copied into the buffer that is in use
    // CHECK: hand-too-few-buffers.cu:[[@LINE+4]]:12: note: used here
    __pipeline_memcpy_async(&Tile[(k + 4) % 4][threadIdx.x], &A[(k + 4) * 16 + threadIdx.x], 4);
    __pipeline_commit();
    const int stage = k & 3;
    sum += Tile[stage][5];
    __pipeline_wait_prior(3);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void threeAhead(const float *A, float *C, int N) {
  __shared__ float Tile[4][16];
  float sum = 0;
  for (int k = 0; k < N; ++k) {
    __pipeline_memcpy_async(&Tile[(k + 3) % 4][threadIdx.x], &A[(k + 3) * 16 + threadIdx.x], 4);
    __pipeline_commit();
    sum += Tile[k & 3][5];
    __pipeline_wait_prior(2);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A loop that runs ahead: with <=, one tile more than it says.
__global__ void fiveInFour(const float *A, float *C, int End, int Step) {
  constexpr int Stages = 4;
  __shared__ float Tile[Stages][16];
  float sum = 0;
  for (int a = 0, i = 0, ahead = 0, n = 0; a < End; a += Step, ++i) {
    // CHECK: hand-too-few-buffers.cu:[[@LINE+1]]:5: warning: too few buffers: 5 tiles are on their way or in use at a time, and 'Tile' has 4 buffers
    for (; ahead <= a + Step * Stages; ahead += Step, ++n) {
      if (ahead < End) {
        const int j = n % Stages;
        // CHECK: hand-too-few-buffers.cu:[[@LINE+1]]:9: note: the newest copy goes into the buffer of the tile in use
        __pipeline_memcpy_async(&Tile[j][threadIdx.x], &A[ahead + threadIdx.x], 4);
      }
      __pipeline_commit();
    }
    __pipeline_wait_prior(4);
    __syncthreads();
    const int j = i % Stages;
    // CHECK: hand-too-few-buffers.cu:[[@LINE+1]]:12: note: used here
    sum += Tile[j][5];
  }
  C[threadIdx.x] = sum;
}

__global__ void fourInFour(const float *A, float *C, int End, int Step) {
  constexpr int Stages = 4;
  __shared__ float Tile[Stages][16];
  float sum = 0;
  for (int a = 0, i = 0, ahead = 0, n = 0; a < End; a += Step, ++i) {
    for (; ahead < a + Step * Stages; ahead += Step, ++n) {
      if (ahead < End)
        __pipeline_memcpy_async(&Tile[n % Stages][threadIdx.x], &A[ahead + threadIdx.x], 4);
      __pipeline_commit();
    }
    __pipeline_wait_prior(3);
    __syncthreads();
    sum += Tile[i % Stages][5];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
