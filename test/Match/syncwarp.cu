// __syncwarp() in the computation orders nothing between warps and stays where
// it is.
// RUN: %pipeline-rewrite %s %builtin --stages=2 2>&1 >/dev/null | FileCheck %s --implicit-check-not="warning:"

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    __syncwarp();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
