// The nearest accepted neighbours of macro-of-missing-header-refused.cu: a number, a macro without a default's #if, and one
// that is defined before the header that is not read.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not="left alone"

#ifndef EARLY
#define EARLY(p) (*(p))
#endif
#include "not-there.h"
#ifndef TILE
#define TILE 64
#endif
#define READ(p) EARLY(p)
__global__ void sums(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += TILE) {
    tile[threadIdx.x] = READ(data + k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
