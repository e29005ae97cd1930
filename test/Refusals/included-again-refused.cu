// Miscompile class: macros and headers. The text is read twice, and another
// macro makes another kernel of it, which was not looked at.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %pipeline-rewrite main.cu --header-filter=kernel %builtin 2>&1 >/dev/null | FileCheck kernel.inc
// ACCEPTED: included-again.cu

//--- main.cu
#define KERNEL sums
#define OPERATOR +=
#include "kernel.inc"
#undef KERNEL
#undef OPERATOR
#define KERNEL differences
#define OPERATOR -=
#include "kernel.inc"

//--- kernel.inc
__global__ void KERNEL(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: kernel.inc:[[@LINE+1]]:3: warning: loop left alone: {{.*}} [included-again]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum OPERATOR As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
