// Facts that tie a tile to one buffer: dynamic memory, use outside the loop,
// stores that leave elements.
// RUN: %pipeline-rewrite %s %builtin --print=facts | FileCheck %s

__global__ void tiles(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  __shared__ float Bs[8][8];
  __shared__ float Ds[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
// CHECK: tile As float{{.*}} dynamic
    As[threadIdx.x] = A[k + threadIdx.x];
// CHECK: tile Bs float[8][8] bytes=256 copy=4 used-outside=[[@LINE+9]]
    Bs[threadIdx.x / 8][threadIdx.x % 8] = A[N + k + threadIdx.x];
// CHECK: tile Ds float[64] bytes=256 copy=4 stale=[[@LINE+1]]
    if (k < threadIdx.x)
      Ds[threadIdx.x] = A[k];
    __syncthreads();
    sum += As[0] + Bs[0][0] + Ds[0];
    __syncthreads();
  }
  C[threadIdx.x] = sum + Bs[0][1];
}
