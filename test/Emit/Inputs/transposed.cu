// As is stored transposed and so goes through registers; Bs is a raw copy.
__global__ void transposed(const float *__restrict__ A,
                           const float *__restrict__ B,
                           float *__restrict__ C, int N) {
  __shared__ float As[16][64];
  __shared__ float Bs[16][64];
  int row = threadIdx.x / 4, column = threadIdx.x % 4 * 4;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    float4 a = *(const float4 *)&A[row * N + k + column];
    As[column][row] = a.x;
    As[column + 1][row] = a.y;
    As[column + 2][row] = a.z;
    As[column + 3][row] = a.w;
    *(float4 *)&Bs[threadIdx.x / 16][threadIdx.x % 16 * 4] =
        *(const float4 *)&B[(k + threadIdx.x / 16) * N + threadIdx.x % 16 * 4];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][row] * Bs[i][column];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
