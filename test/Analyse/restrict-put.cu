// RUN: %pipeline-rewrite %s %builtin --choose=rules -o %t.cu 2>&1 | FileCheck %s
// The kernel puts no pointer anywhere: what it finds is no copy of C.
__global__ void found(float *const *T, int **W, float *__restrict__ C, int N) {
  __shared__ float As[64];
  W[blockIdx.x][0] = N;
  const float *from = T[blockIdx.x];
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from[k + threadIdx.x];
    __syncthreads();
    C[k + 64 + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}
