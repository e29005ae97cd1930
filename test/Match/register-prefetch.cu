// A register prefetch by hand is recognised, and left alone.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  As[threadIdx.x] = A[threadIdx.x];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: register prefetch,
  for (int k = 64; k < N; k += 64) {
    float next = A[k + threadIdx.x];
    sum += As[63 - threadIdx.x];
    __syncthreads();
    As[threadIdx.x] = next;
    __syncthreads();
  }
  sum += As[63 - threadIdx.x];
  C[threadIdx.x] = sum;
}
