// A function changes the local that a tile is filled from. Without its declaration the name is that of another.
__device__ inline bool negate(int &value) {
  value = -value;
  return value < 0;
}

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0, value = 0;
  for (int k = 0; k < N; k += 64) {
    int value = A[k + threadIdx.x];
    if (bool negative = negate(value); negative)
      As[threadIdx.x] = value;
    else
      As[threadIdx.x] = 1;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + value;
}
