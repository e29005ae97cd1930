#define T 16

__global__ void gemm(const float *A, const float *B, float *C, int n) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  A += (blockIdx.y * T + ty) * n;
  B += blockIdx.x * T;
  float sum = 0;

  for (int k0 = 0; k0 < n; k0 += T) {
    As[ty][tx] = A[k0 + tx];
    Bs[ty][tx] = B[(k0 + ty) * n + tx];
    __syncthreads();

    for (int k = 0; k < T; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }

  C[(blockIdx.y * T + ty) * n + blockIdx.x * T + tx] = sum;
}

void run(const float *A, const float *B, float *C, int n) {
  gemm<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
}
