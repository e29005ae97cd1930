// The value is published behind the barrier, with a barrier of its own.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[N + threadIdx.x] = sum;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * C[N + i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
