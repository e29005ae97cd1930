// A barrier belongs to the innermost loop around it: the outer loop has none
// of its own.
// RUN: %pipeline-rewrite %s %builtin --print=matches | FileCheck %s --implicit-check-not=loop

__global__ void nested(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int i = 0; i < 2; ++i) {
// CHECK: loop [[@LINE+1]]:5 in nested instances=1 units=4 barriers=[1, 3]
    for (int j = 0; j < N; j += 64) {
      As[threadIdx.x] = A[j + threadIdx.x];
      __syncthreads();
      sum += As[63 - threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}
