// The second round of the loads reads elsewhere.
static __global__ void sums(const int *__restrict__ A, int *__restrict__ C, int ld, int N) {
  __shared__ int As[32][32];
  int sum = 0;
  for (int k = 0; k < N; k += 32) {
    int moved = ld;
    for (int r = 0; r < 32; r += 16) {
      As[r + threadIdx.y][threadIdx.x] = A[(r + threadIdx.y) * ld + k + moved / 3 + threadIdx.x];
      moved += ld;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 3 + As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void host(const int *A, int *C, int ld, int N) { sums<<<1, dim3(32, 16)>>>(A, C, ld, N); }
