// Two buffers by hand, filled from registers.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  int stage = 0;
  float sum = 0.0f;
  As[0][threadIdx.x] = A[threadIdx.x];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: already pipelined: register prefetch,
  for (int k = 0; k < N; k += 64) {
    float next;
    if (k + 64 < N)
      next = A[k + 64 + threadIdx.x];
    sum += As[stage][63 - threadIdx.x];
    if (k + 64 < N)
      As[stage ^ 1][threadIdx.x] = next;
    __syncthreads();
    stage ^= 1;
  }
  C[threadIdx.x] = sum;
}
