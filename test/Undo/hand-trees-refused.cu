// Miscompile class: the same words are other code on another line, or after another directive.
// ACCEPTED: hand-buffers.cu
// RUN: %pipeline-rewrite %s %builtin --unpipeline --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define T 16

#include <cstdio>
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define JOINED_(a, b) a##b
#define JOINED(a, b) JOINED_(a, b)
#define OP *
#pragma push_macro("OP")
#undef OP
#define OP +
template <int N> __device__ inline float number() { return N; }

__global__ void popped(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: a directive in the function [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    #pragma pop_macro("OP")
    sum = sum OP 3.0f;
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void line(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} computes something else [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    sum += __LINE__;
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void joined(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} computes something else [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    sum += JOINED(__LINE__, .5f);
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void sized(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} computes something else [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    sum += sizeof(char[__LINE__]);
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void printed(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: what follows the loop is other code [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  if (sum > 1.0f)
    printf("%s", TEXT(__LINE__));
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}

__global__ void instance(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: what follows the loop is other code [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  sum += number<__LINE__>();
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}
