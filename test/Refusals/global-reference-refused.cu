// Miscompile class: a reference outside functions is a name of an object, and no object of its own.
// ACCEPTED: global-reference.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

__device__ int table[64];
__device__ int &third = table[3];
extern __device__ int &unseen;

__global__ void named(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] + table[3];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    if (threadIdx.x == 0)
      third = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void named_elsewhere(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-store]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] + table[3];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    if (threadIdx.x == 0)
      unseen = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
