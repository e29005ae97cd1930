// A block of 1024 threads: of 64 registers for each, the computation takes nearly all.
#define THREADS 1024
__global__ void BOUNDS full(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K) {
  __shared__ float As[16][128], Bs[16][256];
  float sum[4][8] = {};
  const int t = threadIdx.x, column = t % 32 * 8, row = t / 32 * 4;
  for (int k0 = 0; k0 < K; k0 += 16) {
    for (int i = 0; i < 2; ++i)
      As[t / 128 + 8 * i][t % 128] = A[(k0 + t / 128 + 8 * i) * 128 + t % 128];
    for (int i = 0; i < 4; ++i)
      Bs[t / 256 + 4 * i][t % 256] = B[(k0 + t / 256 + 4 * i) * 256 + t % 256];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 8; ++j)
          sum[i][j] += As[k][row + i] * Bs[k][column + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j)
      C[(row + i) * 256 + column + j] = sum[i][j];
}
void run(const float *A, const float *B, float *C, int K) { full<<<1, THREADS>>>(A, B, C, K); }
