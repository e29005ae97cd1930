// Miscompile class: a pipeline that is wrong has no plain loop.
// ACCEPTED: hand-rings.cu
// RUN: %pipeline-rewrite %s %builtin --unpipeline --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#include <cuda_pipeline.h>

#define T 16

__global__ void unordered(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void unpublished(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: tile 0 of stream 0 is read with no barrier behind its stores, in a loop of 1 tiles [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void overwritten(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void unchanged(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void first(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[1][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: tile 0 of stream 0 is not in the buffer that is read, in a loop of 1 tiles [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void odd(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    if (k + T < K)
      cur ^= 1;
    else
      cur = 0;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void early(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  __pipeline_memcpy_async(&As[0][ty][tx], &A[row + tx], 4);
  __pipeline_commit();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: tile 0 of stream 0 is read while its copies are in flight, in a loop of 1 tiles [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      __pipeline_memcpy_async(&As[cur ^ 1][ty][tx], &A[row + k + T + tx], 4);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void uncommitted(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  __pipeline_memcpy_async(&As[0][ty][tx], &A[row + tx], 4);
  __pipeline_commit();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: tile 1 of stream 0 is read while its copies are in flight, in a loop of 2 tiles [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      __pipeline_memcpy_async(&As[cur ^ 1][ty][tx], &A[row + k + T + tx], 4);
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void unwaited(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  __pipeline_memcpy_async(&As[0][ty][tx], &A[row + tx], 4);
  __pipeline_commit();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: tile 0 of stream 0 is read while its copies are in flight, in a loop of 1 tiles [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      __pipeline_memcpy_async(&As[cur ^ 1][ty][tx], &A[row + k + T + tx], 4);
    __pipeline_commit();
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void skipped(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  __pipeline_memcpy_async(&As[0][ty][tx], &A[row + tx], 4);
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: tile 0 of stream 0 is read while its copies are in flight, in a loop of 1 tiles [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      __pipeline_memcpy_async(&As[cur ^ 1][ty][tx], &A[row + k + T + tx], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void other(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} is no load of a next tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx + 1];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void column(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} is no load of a next tile [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx ^ 1] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void stored(const float *__restrict__ A, float *__restrict__ C, int K, float *D) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = D[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop may not be pipelined: [may-alias] a store to 'D' may change what the next tile's load reads from 'D' [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = D[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    D[row + k + tx] = sum;
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}
