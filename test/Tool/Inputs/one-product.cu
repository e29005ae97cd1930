static __global__ void first(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float Ps[8][128], Qs[8][128];
  const int row = threadIdx.x / 2, col = threadIdx.x % 2 * 4, x = threadIdx.x % 16 * 8, y = threadIdx.x / 16 * 8;
  float sum[8][8] = {};
  for (int k = 0; k < K; k += 8) {
    const float4 value = *reinterpret_cast<const float4 *>(&A[(blockIdx.y * 128 + row) * K + k + col]);
    Ps[col][row] = value.x;
    Ps[col + 1][row] = value.y;
    Ps[col + 2][row] = value.z;
    Ps[col + 3][row] = value.w;
    *reinterpret_cast<float4 *>(&Qs[threadIdx.x / 32][threadIdx.x % 32 * 4]) =
        *reinterpret_cast<const float4 *>(&B[(k + threadIdx.x / 32) * N + blockIdx.x * 128 + threadIdx.x % 32 * 4]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
      for (int m = 0; m < 8; ++m)
#pragma unroll
        for (int n = 0; n < 8; ++n)
          sum[m][n] += Ps[i][y + m] * Qs[i][x + n];
    __syncthreads();
  }
#pragma unroll
  for (int m = 0; m < 8; ++m)
#pragma unroll
    for (int n = 0; n < 8; ++n)
      C[(blockIdx.y * 128 + y + m) * N + blockIdx.x * 128 + x + n] = sum[m][n];
}

void run(float *A, float *B, float *C) { first<<<dim3(32, 32), 256>>>(A, B, C, 4096, 4096); }
