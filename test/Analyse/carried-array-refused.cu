// An array that both sides use cannot be copied by an initialiser.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float last[2] = {0, 0};
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loads need a copy of the array 'last', which the computation uses as well [unsupported-update]
  for (int k = 0; k < N; k += 64) {
    last[0] = last[1];
    last[1] = A[k + threadIdx.x];
    As[threadIdx.x] = last[0];
    __syncthreads();
    sum += As[63 - threadIdx.x] * last[0];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
