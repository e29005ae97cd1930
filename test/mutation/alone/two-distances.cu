// One condition around a tile that is copied two tiles ahead and one that is fetched one tile ahead.
__global__ void sums(const float2 *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    if (k + threadIdx.x < N) {
      As[threadIdx.x] = A[k + threadIdx.x].x;
      Bs[threadIdx.x] = B[k + threadIdx.x];
    } else {
      As[threadIdx.x] = 0;
      Bs[threadIdx.x] = float4{};
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[63 - i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
