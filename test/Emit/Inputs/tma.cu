__global__ void emitted_moves(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  A += blockIdx.x * 16 * ld;
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + threadIdx.x];
    __syncthreads();
    A += 32;
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[(blockIdx.x * 16 + threadIdx.y) * 32 + threadIdx.x] = sum;
}

void run_moves(const float *A, float *C, int ld, int N) { emitted_moves<<<4, dim3(32, 16)>>>(A, C, ld, N); }

__global__ void emitted_again(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Bs[16][32];
  for (int row = blockIdx.x; row < 3; row += gridDim.x) {
    float sum = 0.0f;
    for (int k = 0; k < N; k += 32) {
      Bs[threadIdx.y][threadIdx.x] = A[(row * 16 + threadIdx.y) * ld + k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 16; ++i)
        sum += Bs[i][threadIdx.x];
      __syncthreads();
    }
    C[(row * 16 + threadIdx.y) * 32 + threadIdx.x] = sum;
  }
}
void run_again(const float *A, float *C, int ld, int N) { emitted_again<<<2, dim3(32, 16)>>>(A, C, ld, N); }

// What is written in a macro has nothing in front of it.
#define EACH(row) for (int row = blockIdx.x; row < 3; row += gridDim.x)
__global__ void emitted_anew(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Cs[16][32];
  EACH(row) {
    float sum = 0.0f;
    for (int k = 0; k < N; k += 32) {
      Cs[threadIdx.y][threadIdx.x] = A[(row * 16 + threadIdx.y) * ld + k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 16; ++i)
        sum += Cs[i][threadIdx.x];
      __syncthreads();
    }
    C[(row * 16 + threadIdx.y) * 32 + threadIdx.x] = sum;
  }
}
void run_anew(const float *A, float *C, int ld, int N) { emitted_anew<<<2, dim3(32, 16)>>>(A, C, ld, N); }

// The block stores what its boxes are of, between two runs of the K-loop.
__global__ void emitted_powers(float *A, float *C, int ld, int N) {
  __shared__ float Ds[16][32];
  for (int round = 0; round < 3; ++round) {
    float sum = 0.0f;
    for (int k = 0; k < N; k += 32) {
      Ds[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 16; ++i)
        sum += Ds[i][threadIdx.x];
      __syncthreads();
    }
    A[threadIdx.y * ld + threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = A[threadIdx.y * ld + threadIdx.x];
}
void run_powers(float *A, float *C, int ld, int N) { emitted_powers<<<1, dim3(32, 16)>>>(A, C, ld, N); }
