#define BK 16

__global__ void gemm(const float *A, const float *B, float *C, int n) {
  __shared__ float As[64][BK];
  __shared__ float Bs[64][BK]; // of B transposed
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (ty * 16 + tx) / 4, col = tx % 4 * 4;
  A += blockIdx.y * 64 * n;
  B += blockIdx.x * 64 * n;
  float sum[4][4] = {};

  for (int k0 = 0; k0 < n; k0 += BK) {
    *(float4 *)&As[row][col] = *(const float4 *)&A[row * n + k0 + col];
    *(float4 *)&Bs[row][col] = *(const float4 *)&B[row * n + k0 + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float a[4], b[4];
      for (int i = 0; i < 4; ++i) a[i] = As[ty * 4 + i][k];
      for (int j = 0; j < 4; ++j) b[j] = Bs[tx * 4 + j][k];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      C[(blockIdx.y * 64 + ty * 4 + i) * n + blockIdx.x * 64 + tx * 4 + j] = sum[i][j];
}
