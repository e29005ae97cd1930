__global__ void sum(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = (x[i] + 1.5f) + x[n - 1 - i];
}
