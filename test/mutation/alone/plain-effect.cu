// What a condition around a barrier counts is stored in the end.
__global__ void counted(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0;
  int count = 0;
  for (int k = 0; k < n; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if (count++, n > m)
      __syncthreads();
  }
  C[threadIdx.x] = sum + count;
}
