// Padded tiles, which threads copy by 16 bytes, beside boxes.
__global__ void padded(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float4 As[32][9];
  __shared__ float Bs[32][32];
  const int t = threadIdx.x;
  float sum[4] = {};
  for (int k = 0; k < K; k += 32) {
    As[t / 8][t % 8] = *reinterpret_cast<const float4 *>(&A[t / 8 * K + k + t % 8 * 4]);
    for (int i = t; i < 32 * 32; i += 256)
      Bs[i / 32][i % 32] = B[(k + i / 32) * N + i % 32];
    __syncthreads();
    for (int i = 0; i < 8; ++i) {
      const float4 a = As[t / 8][i];
      for (int j = 0; j < 4; ++j)
        sum[j] += a.x * Bs[4 * i][t % 8 * 4 + j] + a.y * Bs[4 * i + 1][t % 8 * 4 + j] +
                  a.z * Bs[4 * i + 2][t % 8 * 4 + j] + a.w * Bs[4 * i + 3][t % 8 * 4 + j];
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    C[t * 4 + j] = sum[j];
}
void run_padded(const float *A, const float *B, float *C, int N, int K) { padded<<<1, 256>>>(A, B, C, N, K); }

// With a guard, and zeros that the threads store; in a loop of the block's own.
__global__ void edge(const float4 *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K) {
  __shared__ float4 As[32][9];
  __shared__ float Bs[32][32];
  const int t = threadIdx.x;
  for (int row = blockIdx.x * 32; row < M; row += gridDim.x * 32) {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 32) {
      if (row + t / 8 < M)
        As[t / 8][t % 8] = A[((row + t / 8) * K + k) / 4 + t % 8];
      else
        As[t / 8][t % 8] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
      for (int i = t; i < 32 * 32; i += 256)
        Bs[i / 32][i % 32] = B[(k + i / 32) * N + i % 32];
      __syncthreads();
      for (int i = 0; i < 8; ++i) {
        const float4 a = As[31 - t / 8][i];
        sum += a.x * Bs[4 * i][t % 8] + a.y * Bs[4 * i + 1][t % 8] + a.z * Bs[4 * i + 2][t % 8] + a.w * Bs[4 * i + 3][t % 8];
      }
      __syncthreads();
    }
    C[row * 8 + t] = sum;
  }
}
void run_edge(const float4 *A, const float *B, float *C, int M, int N, int K) { edge<<<2, 256>>>(A, B, C, M, N, K); }

// Padded, and copied by four bytes.
__global__ void narrow(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float Ns[32][33], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    Ns[ty][tx] = A[ty * K + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += Ns[tx][i] * Bs[i][ty];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
void run_narrow(const float *A, const float *B, float *C, int N, int K) { narrow<<<1, dim3(32, 32)>>>(A, B, C, N, K); }
