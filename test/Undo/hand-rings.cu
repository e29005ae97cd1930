// Rings of copies: two to four buffers, a group for each tile, empty ones at the end.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not grep -E "\[2\]\[|pipeline_(memcpy|commit|wait)" %t.cu

#include <cuda_pipeline.h>
#define T 16

__global__ void three(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[3][T][T];
  __shared__ float Bs[3][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
  const int tiles = K / T;
  for (int s = 0; s < 2; ++s) {
    if (s < tiles) {
      __pipeline_memcpy_async(&As[s][ty][tx], &A[row * K + s * T + tx], 4);
      __pipeline_memcpy_async(&Bs[s][ty][tx], &B[(s * T + ty) * N + col], 4);
    }
    __pipeline_commit();
  }
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'three'
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (t + 2 < tiles) {
      __pipeline_memcpy_async(&As[(t + 2) % 3][ty][tx], &A[row * K + (t + 2) * T + tx], 4);
      __pipeline_memcpy_async(&Bs[(t + 2) % 3][ty][tx], &B[((t + 2) * T + ty) * N + col], 4);
    }
    __pipeline_commit();
    for (int i = 0; i < T; ++i)
      sum += As[t % 3][ty][i] * Bs[t % 3][i][tx];
  }
  C[row * N + col] = sum;
}

__global__ void two(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T + ty;
  float sum = 0.0f;
  __pipeline_memcpy_async(&As[0][ty][tx], &A[row * K + tx], sizeof(float));
  __pipeline_commit();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'two'
  for (int k = 0; k < K; k += T) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (k + T < K) {
      __pipeline_memcpy_async(&As[cur ^ 1][ty][tx], &A[row * K + k + T + tx], sizeof(float));
    }
    __pipeline_commit();
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    cur ^= 1;
  }
  C[row * T + tx] = sum;
}

__global__ void counted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[4][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.x * T + ty;
  float sum = 0.0f;
  for (int s = 0; s < 3; ++s) {
    if (s * T < K)
      __pipeline_memcpy_async(&As[s][ty][tx], &A[row * K + s * T + tx], 4);
    __pipeline_commit();
  }
  int read = 0, write = 3;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: as a plain loop, in 'counted'
  for (int k = 0; k < K; k += T) {
    if (k + 3 * T < K)
      __pipeline_memcpy_async(&As[write][ty][tx], &A[row * K + k + 3 * T + tx], 4);
    __pipeline_commit();
    __pipeline_wait_prior(3);
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[read][ty][i];
    __syncthreads();
    read = read == 3 ? 0 : read + 1;
    write = write == 3 ? 0 : write + 1;
  }
  C[row * T + tx] = sum;
}
