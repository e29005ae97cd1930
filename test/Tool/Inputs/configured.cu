#include "config.h"
__global__ void chain(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    FINISH(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
