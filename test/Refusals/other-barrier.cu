// A plain barrier in its place; and barriers of the threads of one warp, which
// order nothing between warps.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void warps(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += cg::reduce(warp, As[63 - threadIdx.x], cg::plus<float>());
    warp.sync();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
