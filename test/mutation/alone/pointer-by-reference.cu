// A function changes the pointer that the loads go through.
__device__ inline void point(const float *&to, const float *at) { to = at; }

__global__ void sums(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  const float *from = A;
  point(from, C);
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
