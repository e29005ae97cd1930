// Code follows the loop in its last line, or what stands in front of it is no end of a statement.
// ACCEPTED: loop-in-line.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

__global__ void followed(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:10: warning: loop left alone: the loop shares its line with other code [loop-not-in-block]
  int k; for (k = 0; k < n; k += 32) {
    s[threadIdx.x % 32] = A[k + threadIdx.x % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[i];
    __syncthreads();
  } C[threadIdx.x] = sum;
}

__global__ void commented(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:26: warning: loop left alone: the loop shares its line with other code [loop-not-in-block]
  int k; /* over rows */ for (k = 0; k < n; k += 32) {
    s[threadIdx.x % 32] = A[k + threadIdx.x % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += s[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
