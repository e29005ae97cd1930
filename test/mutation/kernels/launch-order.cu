// The number of blocks is computed before the arguments, one of which changes it.
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void host(const float *A, float *C, int ld, int N, int g) {
  sums<<<g, dim3(32, 16)>>>(A, C + 512 * g--, ld, N);
}
