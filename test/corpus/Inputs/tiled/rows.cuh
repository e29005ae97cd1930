// A kernel in a header, and a template: its instance is named in main.cu.
#pragma once

template <int T>
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[T];
  float sum = 0.0f;
  for (int k = 0; k < n; k += T) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
