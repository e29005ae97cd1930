__global__ void add(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += 1;
}
void launch(float *y, int n) { add<<<(n + 63) / 64, 64>>>(y, n); }
