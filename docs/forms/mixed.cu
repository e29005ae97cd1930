constexpr int BM = 64, BN = 64, BK = 16; // tiles of A and B; 256 threads

__global__ void gemm(const float *A, const float *B, float *C, int n) {
  __shared__ float As[BK][BM]; // transposed
  __shared__ float Bs[BK][BN];
  int aRow = threadIdx.x / 4, aCol = threadIdx.x % 4 * 4;
  int bRow = threadIdx.x / 16, bCol = threadIdx.x % 16 * 4;
  const float *a = A + (blockIdx.y * BM + aRow) * n + aCol;
  const float *b = B + bRow * n + blockIdx.x * BN + bCol;
  float sum[4][4] = {};

  for (int k0 = 0; k0 < n; k0 += BK) {
    float4 v = *(const float4 *)a;
    As[aCol + 0][aRow] = v.x;
    As[aCol + 1][aRow] = v.y;
    As[aCol + 2][aRow] = v.z;
    As[aCol + 3][aRow] = v.w;
    *(float4 *)&Bs[bRow][bCol] = *(const float4 *)b;
    a += BK;
    b += BK * n;
    __syncthreads();

    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sum[i][j] += As[k][bRow * 4 + i] * Bs[k][bCol + j];
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      C[(blockIdx.y * BM + bRow * 4 + i) * n + blockIdx.x * BN + bCol + j] =
          sum[i][j];
}
