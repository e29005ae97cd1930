// Indices that std::swap exchanges choose buffers that take turns.
// RUN: %pipeline-rewrite %s %builtin -- -std=c++20 2>&1 >/dev/null | FileCheck %s
#include <utility>

// CHECK: :[[@LINE+7]]:3: remark: already pipelined: its buffers take turns, in 'two_buffers'
__global__ void two_buffers(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[2][64];
  unsigned use = 0, fill = 1;
  float sum = 0.0f;
  s[use][threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  for (int k = 64; k < n; k += 64) {
    s[fill][threadIdx.x] = A[k + threadIdx.x];
    for (int i = 0; i < 64; ++i)
      sum += s[use][i];
    __syncthreads();
    std::swap(use, fill);
  }
  C[threadIdx.x] = sum;
}

// What is exchanged does not choose what is filled: one buffer, and a race.
// CHECK: :[[@LINE+7]]:3: warning: loop left alone: {{.*}} [missing-barrier]
__global__ void one_buffer(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[2][64];
  unsigned use = 0, fill = 1;
  float sum = 0.0f;
  s[use][threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  for (int k = 64; k < n; k += 64) {
    s[use][threadIdx.x] = A[k + threadIdx.x];
    for (int i = 0; i < 64; ++i)
      sum += s[use][i];
    __syncthreads();
    std::swap(use, fill);
  }
  C[threadIdx.x] = sum;
}
