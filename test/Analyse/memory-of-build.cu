// Macros of other builds that are given memory, and one of this file's own that names it.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
#ifndef VALUE
#define VALUE(x) (x)
#endif
#ifndef LAST
#define LAST N
#endif
#define ROW(i) As[(i) % 64]

// CHECK: remark: rewritten: {{.*}} in 'kernel'
// CHECK: executed: {{.*}}, equal
__global__ void kernel(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < LAST; k += 64) {
    As[threadIdx.x] = VALUE(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + ROW(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
