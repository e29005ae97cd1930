// Which loops with tensor maps are unrolled by the number of their buffers.
__global__ void plain(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Ps[16][32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    Ps[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Ps[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_plain(const float *A, float *C, int ld, int N) { plain<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// In a loop of the block's own: an odd number of tiles leaves the other buffer to begin with.
__global__ void again(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Gs[16][32];
  for (int row = blockIdx.x; row < 5; row += gridDim.x) {
    float sum = 0.0f;
    int k = 0;
    while (k < N) {
      Gs[threadIdx.y][threadIdx.x] = A[(row * 16 + threadIdx.y) * ld + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 16; ++i)
        sum += k * Gs[i][threadIdx.x];
      __syncthreads();
      k += 32;
    }
    C[(row * 16 + threadIdx.y) * 32 + threadIdx.x] = sum;
  }
}
void run_again(const float *A, float *C, int ld, int N) { again<<<2, dim3(32, 16)>>>(A, C, ld, N); }

// Says it itself.
__global__ void own(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Os[16][32];
  float sum = 0.0f;
#pragma unroll 4
  for (int k = 0; k < N; k += 32) {
    Os[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Os[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_own(const float *A, float *C, int ld, int N) { own<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Longer than what was timed: 544 products and sums.
__global__ void longer(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Ls[16][32];
  float sum[34] = {};
  for (int k = 0; k < N; k += 32) {
    Ls[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 34; ++j)
        sum[j] += j * Ls[i][threadIdx.x];
    __syncthreads();
  }
  for (int j = 0; j < 34; ++j)
    C[(j * 16 + threadIdx.y) * 32 + threadIdx.x] = sum[j];
}
void run_longer(const float *A, float *C, int ld, int N) { longer<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// The loads keep their own text.
__global__ void moves(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Ms[16][32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    Ms[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + threadIdx.x];
    __syncthreads();
    A += 32;
    for (int i = 0; i < 16; ++i)
      sum += Ms[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_moves(const float *A, float *C, int ld, int N) { moves<<<1, dim3(32, 16)>>>(A, C, ld, N); }
