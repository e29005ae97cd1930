// A class of the toolkit whose copies are functions of its own, as __half2 has them: they copy bytes.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - -- -I%S/Inputs/known 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -- -I%S/Inputs/known 2>&1 | FileCheck %s --check-prefix=EXECUTED
// EXECUTED: executed: {{.*}} equal
#include "cuComplex.h"

__global__ void sums(const Short2 *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
  // CHECK: Short2 pairNext;
  // CHECK: pairNext = A[kNext + threadIdx.x];
  for (int k = 0; k < N; k += 64) {
    const Short2 pair = A[k + threadIdx.x];
    As[threadIdx.x] = pair.x - pair.y;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
