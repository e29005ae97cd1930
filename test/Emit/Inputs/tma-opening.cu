// The loads move their variable on before they use it.
__global__ void opens(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
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
void run_opens(const float *A, float *C, int ld, int N) { opens<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// By as much as a local says, beside a tile that is no box.
__global__ void opens_mixed(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float At[32][33], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  int k = -32;
  while (k + 32 < K) {
    const int step = 32, column = tx;
    k += step;
    At[column][ty] = A[ty * K + k + column];
    Bs[ty][column] = B[(k + ty) * N + column];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += At[i][ty] * Bs[i][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
void run_opens_mixed(const float *A, const float *B, float *C, int N, int K) { opens_mixed<<<1, dim3(32, 32)>>>(A, B, C, N, K); }
