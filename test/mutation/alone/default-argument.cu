// A default argument of the loads reads what the computation writes.
__device__ float scale = 1;
__device__ float table[4096];
__device__ inline float scaled(int i, float by = scale) { return table[i % 4096] * by; }

__global__ void sums(float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = scaled(k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (threadIdx.x == 0)
      scale += 1;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
