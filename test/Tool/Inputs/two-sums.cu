__global__ void first(const float *__restrict__ A, float *__restrict__ C, int Tiles) {
  __shared__ float As[256];
  float sum = 0;
  for (int t = 0; t < Tiles; ++t) {
    As[threadIdx.x] = A[t * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void second(const float *__restrict__ B, float *__restrict__ C, int Tiles) {
  __shared__ float Bs[256];
  float sum = 0;
  for (int t = 0; t < Tiles; ++t) {
    Bs[threadIdx.x] = B[t * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += Bs[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(float *A, float *B, float *C) {
  first<<<1000, 256>>>(A, C, 100);
  second<<<1000, 256>>>(B, C, 100);
}
