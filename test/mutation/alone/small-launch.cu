// A launch that gives no room for the second stage runs the original loop.
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N) { sums<<<2, 64, 256>>>(A, C, N); }
