// More than 85 registers a thread leave no more than two blocks on an SM.
__global__ void __launch_bounds__(256) sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[4][256];
  float sum[96] = {};
  for (int k = 0; k < N; k += 1024) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[k + i * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 96; ++j)
      sum[j] += As[j % 4][(threadIdx.x + j) % 256].x;
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 96; ++j)
    C[j * 256 + threadIdx.x] = sum[j];
}
