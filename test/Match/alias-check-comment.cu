// A comment at the loop, or a configuration file, says whether a loop gets the
// test in front of it.
// RUN: rm -rf %t && mkdir -p %t/configured
// RUN: %pipeline-rewrite %s %builtin --alias-check=off 2>&1 >/dev/null | FileCheck %s
// RUN: cp %s %t/configured/both.cu
// RUN: echo "alias-check: off" > %t/configured/.pipeline-rewrite
// RUN: %pipeline-rewrite %t/configured/both.cu %builtin 2>&1 >/dev/null | FileCheck %s --check-prefix=CONFIG
// RUN: not %pipeline-rewrite %s %builtin --alias-check=sometimes 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: alias-check

// CHECK: remark: rewritten: {{.*}} in 'commented'
// CONFIG: remark: rewritten: {{.*}} in 'commented'
__global__ void commented(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // pipeline-rewrite: alias-check=runtime
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

// CHECK: [may-alias]
// CHECK: advice {{ *}}Add __restrict__ to 'C'. If they never overlap, --assume-noalias says so. --alias-check=runtime tests whether they do.
// CONFIG: [may-alias]
__global__ void plain(const float *A, float *C, int N) {
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
