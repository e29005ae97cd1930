__global__ void sums(const float *A, float *C, int K) {
  __shared__ float As[256];
  float sum = 0;

  for (int k = 0; k < K; k += 256) {
    As[threadIdx.x] = A[blockIdx.x * K + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i];
    C[blockIdx.x * K + k + threadIdx.x] = sum;
    __syncthreads();
  }
}

void run(const float *A, float *C, int rows, int K) { sums<<<rows, 256>>>(A, C, K); }
