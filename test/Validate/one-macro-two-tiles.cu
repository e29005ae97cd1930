// Two tiles that one macro declares are no second variable of each other, in a
// kernel that stays as it is or in one that is rewritten.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
#define TILES __shared__ float As[64], Bs[64]

__global__ void once(const float *A, float *C) {
  TILES;
  As[threadIdx.x] = A[threadIdx.x];
  Bs[threadIdx.x] = A[64 + threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = As[63 - threadIdx.x] + Bs[63 - threadIdx.x];
}

__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K) {
  TILES;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[63 - i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
