// A whole program: one K-loop, its launch, its output.
#include "program-tile.h"
#include <cstdio>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[TILE];
  float sum = 0.0f;
  for (int k = 0; k < N; k += TILE) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  const int N = 5 * TILE;
  float A[N], C[TILE], *a, *c;
  for (int i = 0; i < N; ++i)
    A[i] = i % 7;
  cudaMalloc(&a, sizeof(A));
  cudaMalloc(&c, sizeof(C));
  cudaMemcpy(a, A, sizeof(A), cudaMemcpyHostToDevice);
  sums<<<1, TILE>>>(a, c, N);
  cudaMemcpy(C, c, sizeof(C), cudaMemcpyDeviceToHost);
  std::printf("%s: %g %g\n", argc > 1 ? argv[1] : __FILE__, C[0], C[TILE - 1]);
  return argc > 2;
}
