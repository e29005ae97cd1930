// 256 operations for each byte: 2048 on the 8 bytes that a thread loads.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ float step(float sum, float x) { return sum * x + x; }

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 128) {
    As[0][threadIdx.x] = A[k + threadIdx.x];
    As[1][threadIdx.x] = A[k + 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 1024; ++i)
      sum = step(sum, As[i % 2][i % 64]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

