// A class of the toolkit whose copies are functions of its own: they copy bytes.
// REQUIRES: cuda-toolkit
// RUN: %pipeline-rewrite %s --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s --variant=ldg --verify=kernels 2>&1 | FileCheck %s --check-prefix=EXECUTED
// EXECUTED: executed: {{.*}} equal
#include <cuda_fp16.h>

__global__ void sums(const __half2 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // CHECK: __half2 pairNext;
  // CHECK: pairNext = A[kNext + threadIdx.x];
  for (int k = 0; k < N; k += 64) {
    const __half2 pair = A[k + threadIdx.x];
    As[threadIdx.x] = __low2float(pair) - __high2float(pair);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
