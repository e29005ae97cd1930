// Stores through C cannot reach *N, and nothing else is stored. Where that is
// not to be seen, the user may vouch for it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %S/condition-not-pure-refused.cu %builtin --assume-noalias 2>&1 >/dev/null | FileCheck %s --check-prefix=ASSUMED
// ASSUMED: remark: rewritten: ldg,

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int *N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < *N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
