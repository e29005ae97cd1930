// Miscompile class: a file includes this one after it has included the header, and has defined the header's macro again.
// ACCEPTED: redefined-macro.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -- -I%S/Inputs 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -- -I%S/Inputs 2>&1 >/dev/null | FileCheck %s

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

// Among the loads: the text of the second one would go in front of the line.
#define WIDTH 2
__global__ void among(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'WIDTH' is defined among the loads [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x * WIDTH];
#undef WIDTH
#define WIDTH 1
    Bs[threadIdx.x] = A[k + threadIdx.x * WIDTH];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By a pragma that a macro writes.
#define COUNT 1
#pragma push_macro("COUNT")
#undef COUNT
#define COUNT 2
#define BACK _Pragma("pop_macro(\"COUNT\")")
__global__ void back(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'COUNT' is defined among the loads [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x * COUNT];
    BACK
    Bs[threadIdx.x] = A[k + threadIdx.x * COUNT];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
