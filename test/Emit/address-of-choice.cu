// `&` binds tighter than the choice behind it. The header of the copies stands
// where it is read: not in the #if, and not in the braces.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o - | %strip | FileCheck %s

// CHECK: #include <cuda_pipeline.h>
// CHECK: #if 0
#if 0
#include <nowhere.h>
#endif
extern "C" {
#include <stdint.h>
}

__global__ void sums(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < N; k += 64) {
    // CHECK: &(threadIdx.x % 2 ? A[kNext + threadIdx.x] : B[kNext + threadIdx.x])
    As[threadIdx.x] = threadIdx.x % 2 ? A[k + threadIdx.x] : B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
