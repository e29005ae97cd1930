// The pointer that the loads go through is changed through its address.
__global__ void sums(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  const float *from = A;
  const float **place = &from;
  *place = C;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = from[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}
