#define BM 64
#define BK 32

__global__ void gemv(const float4 *A, const float4 *x, float *y, int quads) {
  __shared__ float4 As[BM][BK + 1];
  __shared__ float4 xs[BK];
  float sum = 0;
  for (int k0 = 0; k0 < quads; k0 += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += BM)
      As[i / BK][i % BK] = A[(blockIdx.x * BM + i / BK) * quads + k0 + i % BK];
    if (threadIdx.x < BK)
      xs[threadIdx.x] = x[k0 + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      sum += As[threadIdx.x][k].x * xs[k].x + As[threadIdx.x][k].y * xs[k].y;
    __syncthreads();
  }
  y[blockIdx.x * BM + threadIdx.x] = sum;
}

void run(const float4 *A, const float4 *x, float *y, int rows, int quads) {
  gemv<<<rows / BM, BM>>>(A, x, y, quads);
}
