// The second declarator of a declaration changes the first.
__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < N; k += 64) {
    int value = A[k + threadIdx.x], before = value++;
    As[threadIdx.x] = value;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
