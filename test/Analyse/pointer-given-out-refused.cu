// What a function gives out is not what it was given, which would be restrict.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: held-pointer.cu

__device__ float buffer[4096];
__device__ float *other(const float *) { return buffer; }

__global__ void sums(const float *A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float *p = other(C);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'buffer' {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    p[k + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}
