// No program: a function that launches a kernel, and one that nobody launches.
namespace app {
namespace {
__global__ void product(const float *__restrict__ A, const float *__restrict__ B,
                        float *__restrict__ C, int N, float alpha) {
  __shared__ float As[16][16], Bs[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    As[y][x] = A[row * N + k + x];
    Bs[y][x] = B[(k + y) * N + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[y][i] * Bs[i][x];
    __syncthreads();
  }
  C[row * N + col] = alpha * sum;
}
} // namespace

void multiply(const float *A, const float *B, float *C, int N, const float &alpha, cudaStream_t stream) {
  product<<<dim3(N / 16, N / 16), dim3(16, 16), 0, stream>>>(A, B, C, N, alpha);
}
} // namespace app

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[blockIdx.x * N + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (i + threadIdx.x);
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}
