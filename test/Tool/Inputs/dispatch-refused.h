// A kernel of a header, which the source launches.
__global__ void inHeader(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float part[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    part[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += part[i] * (i + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
