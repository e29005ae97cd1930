// A function keeps the address of the tile for the next iteration.
__device__ void keep(const int *&kept, const int *tile) { kept = tile; }

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[64], first[64];
  const int t = threadIdx.x % 64;
  const int *kept = first;
  int sum = 0;
  first[t] = 3;
  __syncthreads();
  for (int k = 0; k < n; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    sum += kept[(t + 1) % 64] + As[63 - t];
    keep(kept, As);
    __syncthreads();
  }
  if (threadIdx.x < 64)
    C[blockIdx.x * 64 + t] = sum;
}
