// The tile is read behind the loop, which a break leaves where the one buffer
// holds the next tile already.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg-single 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: exit-tile-kept.cu

__global__ void last_tile(const float *__restrict__ A, float *__restrict__ C, int N, bool once) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it is left where 'As' holds the next tile, and the tile is used after it [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    if (once)
      break;
  }
  C[threadIdx.x] = sum + As[63 - threadIdx.x];
}
