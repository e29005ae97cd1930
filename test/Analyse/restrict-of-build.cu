// A macro that means __restrict__ in all builds.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#define NOALIAS __restrict__
// CHECK: remark: rewritten: {{.*}} in 'by_macro'
__global__ void by_macro(const float *NOALIAS A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
