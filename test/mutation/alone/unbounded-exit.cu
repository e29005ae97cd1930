// A break is all that says which tiles there are.
__device__ void take(float &sum, int &taken, const float *tile) {
  sum += tile[63 - threadIdx.x];
  ++taken;
}

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N, int tiles) {
  __shared__ float As[64];
  float sum = 0;
  int taken = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    take(sum, taken, As);
    if (__syncthreads_or(sum > 4 || taken >= tiles))
      break;
  }
  C[threadIdx.x] = sum;
}
