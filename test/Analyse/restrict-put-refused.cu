// RUN: %pipeline-rewrite %s %builtin --choose=rules 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: restrict-put.cu

// C allows a copy of C beside it: what the kernel finds may be the one that it put.
__global__ void found(float *const *T, float **W, float *__restrict__ C, int N) {
  __shared__ float As[64];
  W[blockIdx.x] = C;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'C' may change what the next tile's load reads from 'T'{{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = T[blockIdx.x][k + threadIdx.x];
    __syncthreads();
    C[k + 64 + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}
