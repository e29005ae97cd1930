// Headers that are not found, of libraries whose functions have a namespace or
// a word of their own in front: no call of the kernel may mean one of them.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s
#include <cub/cub.cuh>
#include <curand_kernel.h>
#include <torch/extension.h>
#include <thrust/device_vector.h>

__device__ long f(long x) { return x; }

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int h = 1;
// CHECK: :[[@LINE+2]]:3: remark: rewritten
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      h = h * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = f(h);
}
