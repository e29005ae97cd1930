// A program that checks itself. It needs the flags of its Makefile.
#include "number.h"
#include "rows.cuh"
#include <cstdio>
#include <cstdlib>

__global__ void sums(const Number *__restrict__ A, Number *__restrict__ C, int n) {
  __shared__ Number tile[TILE];
  Number sum = 0;
  for (int k = 0; k < n; k += TILE) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : TILE;
  Number *a, *c;
  cudaMallocManaged(&a, n * sizeof(Number));
  cudaMallocManaged(&c, TILE * sizeof(Number));
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  sums<<<1, TILE>>>(a, c, n);
  cudaDeviceSynchronize();
  printf("sum %g\n", c[1]);
  rows<64><<<1, TILE>>>(a, c, n);
  cudaDeviceSynchronize();
  printf("row %g\n", c[2]);
  return c[2] == 2 * n ? 0 : 1;
}
