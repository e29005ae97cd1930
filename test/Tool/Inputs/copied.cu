// A product whose tiles are copied as they are, 16 bytes at a time: cp.async
// suits it with any number of stages. Its name has characters of HTML.
template <int BK>
__global__ void __launch_bounds__(256)
    product(const float *__restrict__ A, const float *__restrict__ B,
            float *__restrict__ C, int K, int N) {
  __shared__ float4 As[BK][16];
  __shared__ float4 Bs[BK][16];
  const int row = threadIdx.x / 16, col = threadIdx.x % 16;
  const float4 *a = reinterpret_cast<const float4 *>(A);
  const float4 *b = reinterpret_cast<const float4 *>(B);
  float sum = 0.0f;
  for (int k0 = 0; k0 < K; k0 += BK) {
    As[row][col] = a[(k0 + row) * 16 + col];
    Bs[row][col] = b[(k0 + row) * 16 + col];
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      sum += As[k][row].x * Bs[k][col].x;
    __syncthreads();
  }
  C[row * N + col] = sum;
}
template __global__ void product<16>(const float *, const float *, float *, int,
                                     int);
