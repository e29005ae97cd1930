// Two loaded values change places, by reference, before they are stored.
__device__ inline void exchange(int &first, int &second) {
  int kept = first;
  first = second;
  second = kept;
}

__global__ void sums(const int *__restrict__ A, const int *__restrict__ B, int *__restrict__ C, int N) {
  __shared__ int As[64], Bs[64];
  int sum = 0;
  for (int k = 0; k < N; k += 64) {
    int a = A[k + threadIdx.x], b = B[k + threadIdx.x];
    exchange(a, b);
    As[threadIdx.x] = a;
    Bs[threadIdx.x] = b;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (i + 1) - Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
