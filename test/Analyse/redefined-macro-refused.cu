// Miscompile class: a file includes this one after it has included the header, and has defined the header's macro again.
// ACCEPTED: redefined-macro.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -- -I%S/Inputs 2>&1 >/dev/null | FileCheck %s

#include "steps.h"
__global__ void chain(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'STEP' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    STEP(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: other-steps.h:3:1: note: here
