// A tile that is stored the other way round, beside one that is a box.
__global__ void turned(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float At[32][33], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    At[tx][ty] = A[ty * K + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += At[i][ty] * Bs[i][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
void run_turned(const float *A, const float *B, float *C, int N, int K) { turned<<<1, dim3(32, 32)>>>(A, B, C, N, K); }

// In loops that both share, in a loop around this one.
__global__ void shared_loops(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float At[16][64], Bs[16][64];
  for (int row = blockIdx.x * 64; row < 128; row += gridDim.x * 64) {
    float sum[4] = {};
    const float *b = B; // moves: the host does not know where boxes begin
    for (int k = 0; k < K; k += 16) {
      for (int i = threadIdx.x; i < 16 * 64; i += 256) {
        const int r = i / 64, c = i % 64;
        At[i % 16][i / 16] = A[(row + i / 16) * K + k + i % 16];
        Bs[r][c] = b[r * N + c];
      }
      __syncthreads();
      b += 16 * N;
      for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 4; ++j)
          sum[j] += At[i][threadIdx.x / 4] * Bs[i][threadIdx.x % 4 * 16 + j];
      __syncthreads();
    }
    for (int j = 0; j < 4; ++j)
      C[(row + threadIdx.x / 4) * 16 + threadIdx.x % 4 * 4 + j] = sum[j];
  }
}
void run_shared_loops(const float *A, const float *B, float *C, int N, int K) { shared_loops<<<1, 256>>>(A, B, C, N, K); }

// What is computed on the way is no copy.
__global__ void scaled(const unsigned char *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, float scale, int N, int K) {
  __shared__ float As[16][32], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx] * scale;
    for (int r = ty; r < 32; r += 16)
      Bs[r][tx] = B[(k + r) * N + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
void run_scaled(const unsigned char *A, const float *B, float *C, float scale, int N, int K) {
  scaled<<<1, dim3(32, 16)>>>(A, B, C, scale, N, K);
}

// A local of both, and one of the other tile.
__global__ void locals(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float At[32][33], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    int r = ty;
    At[tx][r] = A[r * K + k + tx];
    Bs[r][tx] = B[r * N + tx];
    r += 16;
    const float v = A[r * K + k + tx];
    Bs[r][tx] = B[r * N + tx];
    At[tx][r] = v;
    __syncthreads();
    B += 32 * N; // moves: the host does not know where boxes begin
    for (int i = 0; i < 32; ++i)
      sum += At[i][ty] * Bs[i][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
void run_locals(const float *A, const float *B, float *C, int N, int K) { locals<<<1, dim3(32, 16)>>>(A, B, C, N, K); }

// Parts of what is loaded at once.
__global__ void four(const float4 *__restrict__ A, const float4 *__restrict__ B, float4 *__restrict__ C, int N, int K) {
  __shared__ float At[8][128];
  __shared__ float4 Bs[8][32];
  const int t = threadIdx.x;
  float sum[4] = {};
  for (int k = 0; k < K; k += 8) {
    const float4 a = A[(t / 2 * K + k) / 4 + t % 2];
    At[t % 2 * 4 + 0][t / 2] = a.x;
    At[t % 2 * 4 + 1][t / 2] = a.y;
    At[t % 2 * 4 + 2][t / 2] = a.z;
    At[t % 2 * 4 + 3][t / 2] = a.w;
    Bs[t / 32][t % 32] = B[(k + t / 32) * N + t % 32];
    __syncthreads();
    for (int i = 0; i < 8; ++i) {
      const float4 b = Bs[i][t % 32];
      sum[0] += At[i][t / 2] * b.x;
      sum[1] += At[i][t / 2] * b.y;
      sum[2] += At[i][t / 2] * b.z;
      sum[3] += At[i][t / 2] * b.w;
    }
    __syncthreads();
  }
  C[t] = make_float4(sum[0], sum[1], sum[2], sum[3]);
}
void run_four(const float4 *A, const float4 *B, float4 *C, int N, int K) { four<<<1, 256>>>(A, B, C, N, K); }

template <int T>
__global__ void sides(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) {
  __shared__ float At[T][T + 1], Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += T) {
    At[tx][ty] = A[ty * K + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + tx];
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += At[i][ty] * Bs[i][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
void run_sides(const float *A, const float *B, float *C, int N, int K) {
  sides<32><<<1, dim3(32, 32)>>>(A, B, C, N, K);
  sides<16><<<1, dim3(16, 16)>>>(A, B, C, N, K);
}
