// A __restrict__ that another build does not have tells nothing: the text must
// hold for both, and each time a test asks, or the loop is left alone.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --kernel=by_default 2>&1 >/dev/null | FileCheck %s --check-prefix=TEST
// ACCEPTED: restrict-of-build.cu
// TEST: a test in front of it

#ifndef NOALIAS
#define NOALIAS __restrict__
#endif
#ifdef FAST
#define APART __restrict__
#else
#define APART __restrict__
#endif

// CHECK: [may-alias]
__global__ void by_default(const float *NOALIAS A, float *C, int N) {
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
// CHECK: [may-alias]
__global__ void by_branch(const float *APART A, float *C, int N) {
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
// CHECK: [may-alias]
__global__ void in_a_branch(
#ifdef FAST
    const float *__restrict__ A,
#else
    const float *__restrict__ A,
#endif
    float *C, int N) {
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
