// Where a box begins: what follows from headers of loops, and what does not.
__global__ void two(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int first = K * 16 * blockIdx.y, last = first + K - 1, way = 16 * N;
  const int aRow = ty, aColumn = tx;
  float sum = 0.0f;
  for (int a = first, b = 16 * blockIdx.x; a <= last; a += 16, b += way) {
    As[ty][tx] = A[a + K * aRow + aColumn];
    Bs[ty][tx] = B[b + N * ty + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[(16 * blockIdx.y + ty) * N + 16 * blockIdx.x + tx] = sum;
}
void run_two(const float *A, const float *B, float *C, int N, int K) { two<<<dim3(2, 2), dim3(16, 16)>>>(A, B, C, N, K); }

// Several rounds of a copy loop are one box.
__global__ void rounds(const float *__restrict__ A, float *__restrict__ C, long long ld, unsigned count) {
  __shared__ float Rs[64][16];
  float sum = 0.0f;
  for (unsigned t = 0; t < count; ++t) {
    for (int e = threadIdx.x; e < 64 * 16; e += 128) {
      const int r = e / 16, c = e % 16;
      Rs[r][c] = A[(blockIdx.x * 64 + r) * ld + t * 16 + c];
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Rs[threadIdx.x % 64][i];
    __syncthreads();
  }
  C[blockIdx.x * 128 + threadIdx.x] = sum;
}
void run_rounds(const float *A, float *C, long long ld, unsigned count) { rounds<<<2, 128>>>(A, C, ld, count); }

// Downwards: what the loop stops at is no limit of its loads.
__global__ void down(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Ds[16][32];
  float sum = 0.0f;
  for (int k = N - 32; k >= 0; k -= 32) {
    Ds[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Ds[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_down(const float *A, float *C, int ld, int N) { down<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// In front of the pointer that the kernel is given.
__global__ void front(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Fs[16][32];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    Fs[threadIdx.y][threadIdx.x] = A[(threadIdx.y + 1) * ld + k + threadIdx.x - ld];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Fs[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_front(const float *A, float *C, int ld, int N) { front<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// The end moves on with what it is the end of.
__global__ void chases(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Hs[16][32];
  float sum = 0.0f;
  for (int k = 0, end = N; k < end; k += 64, end += 32) {
    Hs[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Hs[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_chases(const float *A, float *C, int ld, int N) { chases<<<1, dim3(32, 16)>>>(A, C, ld, N); }
