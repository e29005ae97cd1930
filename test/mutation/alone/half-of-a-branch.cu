// Both branches name one element, one of them for half of the threads.
__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < N; k += 64) {
    if (k % 128 == 0)
      As[threadIdx.x] = A[k + threadIdx.x];
    else if (threadIdx.x % 2)
      As[threadIdx.x] = 1;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
