__global__ void sgemm(const float *A, const float *B, float *C, int N, int K) {
  __shared__ float As[32][32], Bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0;

  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[row * K + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  C[row * N + col] = sum;
}

void run(const float *A, const float *B, float *C, int M, int N, int K) {
  sgemm<<<dim3(N / 32, M / 32), dim3(32, 32)>>>(A, B, C, N, K);
}
