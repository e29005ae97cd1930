// Two boxes beside a tile that is stored the other way round, with a local that both kinds of loads name.
static __global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int ld, int N) {
  __shared__ float At[32][33], Bs[32][32], Cs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 32) {
    const int row = k + ty;
    At[tx][ty] = A[row * ld + tx];
    Bs[ty][tx] = B[row * ld + tx];
    Cs[ty][tx] = A[row * ld + 32 + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += At[i][ty] * Bs[i][tx] + Cs[i][tx];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void host(const float *A, const float *B, float *C, int ld, int N) { product<<<1, dim3(32, 32)>>>(A, B, C, ld, N); }
