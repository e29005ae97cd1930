// Miscompile class: a macro that a header, which is not read, defines before the file's own default.
// ACCEPTED: macro-of-missing-header.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

#include "not-there.h"
#ifndef READ
#define READ(p) (*(p))
#endif
__global__ void call(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'READ' may be another macro, of a header that is not read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = READ(data + k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifndef TARGET
#define TARGET C
#endif
__global__ void memory(const int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'TARGET' may be another macro, of a header that is not read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    TARGET[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
