__global__ void gemm(const float *A, const float *B, float *C, int n) {
  extern __shared__ float smem[];
  float *As = smem, *Bs = smem + 256;
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;

  for (int k0 = 0; k0 < n; k0 += 16) {
    As[ty * 16 + tx] = A[(blockIdx.y * 16 + ty) * n + k0 + tx];
    Bs[ty * 16 + tx] = B[(k0 + ty) * n + blockIdx.x * 16 + tx];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += As[ty * 16 + k] * Bs[k * 16 + tx];
    __syncthreads();
  }

  C[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx] = sum;
}

void run(const float *A, const float *B, float *C, int n) {
  gemm<<<dim3(n / 16, n / 16), dim3(16, 16), 2048>>>(A, B, C, n);
}
