// A build that defines the macro loads something else.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>&1 | FileCheck %s
#ifndef LOAD
#define LOAD(i) As[threadIdx.x] = A[i]
#endif
__global__ void loads(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'LOAD' is a macro of more than a value, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    LOAD(k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
