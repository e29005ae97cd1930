#include "tile.h"
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0.0f;
  for (int k = 0; k < N; k += TILE) {
    As[y][x] = A[row * N + k + x];
    Bs[y][x] = B[(k + y) * N + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[y][i] * Bs[i][x];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
