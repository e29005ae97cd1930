// A tile of pointers, of two arrays by turns.
__global__ void sums(const float *const *__restrict__ P, const float *const *__restrict__ Q, float *__restrict__ C, int N) {
  __shared__ const float *As[64];
  float sum = 0;
  const int odd = threadIdx.x % 2;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = odd ? P[k + threadIdx.x] : Q[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += *As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
