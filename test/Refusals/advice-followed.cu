// An option is advised only if the tool, asked with it, gets on: cp.async cannot
// convert, so that it is no way out of a copy loop without constants.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg 2>&1 >/dev/null | FileCheck %s --match-full-lines
// CHECK: {{.*}} [copy-loop-not-constant]
// CHECK: {{ *}}advice Make the bounds of the copy loop constants.
// CHECK: {{.*}} [copy-loop-not-constant]
// CHECK: {{ *}}advice Make the bounds of the copy loop constants, or use --variant=cpasync.
// CHECK: {{.*}} [may-alias]
// CHECK: {{ *}}advice Add __restrict__ to 'C'. Then [copy-loop-not-constant] remains.
__global__ void converted(const double *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 64; i += M)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
__global__ void plain(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 64; i += M)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
__global__ void alias(const double *A, float *C, int N, int M) {
  __shared__ float As[64];
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x; i < 64; i += M)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      C[threadIdx.x] += As[i];
    __syncthreads();
  }
}
