#define MOST 1024

__global__ void gemv(const float4 *A, const float4 *x, float *y, int quads) {
  __shared__ float4 xs[MOST / 4];
  const float4 zero = {0, 0, 0, 0};
  for (int i = threadIdx.x; i < MOST / 4; i += 128)
    xs[i] = i < quads ? x[i] : zero;
  float sum = 0.0f;
  __syncthreads();

  int row = blockIdx.x * 128 + threadIdx.x;
  for (int i = 0; i < quads; ++i) {
    float4 a = A[row * quads + i];
    sum += a.x * xs[i].x + a.y * xs[i].y + a.z * xs[i].z + a.w * xs[i].w;
  }
  y[row] = sum;
}

void run(const float4 *A, const float4 *x, float *y, int rows, int quads) {
  gemv<<<rows / 128, 128>>>(A, x, y, quads);
}
