// The loads move their variable on before they use it: every thread asks for the next tile.
static __global__ void product(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  int k = -32;
  while (k + 32 < N) {
    k += 32;
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void host(const float *A, float *C, int ld, int N) { product<<<1, dim3(32, 16)>>>(A, C, ld, N); }
