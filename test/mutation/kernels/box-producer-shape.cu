// A warp besides gives the block another shape.
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][16];
  float sum = 0.0f;
  C += (blockDim.y - 16) * 64;
  for (int k = 0; k < N; k += 16) {
    As[threadIdx.y][threadIdx.x] = A[(blockIdx.x * 16 + threadIdx.y) * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x] * As[threadIdx.y][i];
    __syncthreads();
  }
  C[(blockIdx.x * 16 + threadIdx.y) * 16 + threadIdx.x] = sum;
}

void host(const float *A, float *C, int ld, int N) { sums<<<4, dim3(16, 16)>>>(A, C, ld, N); }
