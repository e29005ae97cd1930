#include <cuda_runtime.h>

__global__ void reverse(float *x, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = x[t];
  x[t] = s[63 - t];
}
__global__ void fill(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n)
    x[i] = 1;
}
void run(int n) {
  float *x;
  cudaMalloc(&x, n * sizeof(float));
  fill<<<(n + 63) / 64, 64>>>(x, n);
}
