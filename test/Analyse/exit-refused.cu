// A break behind which a variable is used that the loads advance.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist 2>&1 >/dev/null | FileCheck %s

__global__ void runs_ahead(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'A' is used after the loop, and runs ahead in it [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[threadIdx.x];
    A += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  sum += A[0];
  C[threadIdx.x] = sum;
}
