// Miscompile class: a barrier with a result. It counts threads, and may not be
// moved.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [other-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads_count(sum > 0.0f);
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Two warps wait for each other, or an operator does what nobody sees.
__global__ void two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const cg::thread_block_tile<64, cg::thread_block> half;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [other-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    half.sync();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void own(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [other-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += cg::reduce(warp, As[63 - threadIdx.x], [&](float a, float b) { return C[0] = a + b; });
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
