// A guarded tile beside one that is a box.
__global__ void guard_rows(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[32][32], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    if (row < M)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    Bs[ty][tx] = B[(k + ty) * N + blockIdx.x * 32 + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M)
    C[row * N + blockIdx.x * 32 + tx] = sum;
}
void run_guard_rows(const float *A, const float *B, float *C, int M, int N, int K) {
  guard_rows<<<dim3(1, 2), dim3(32, 32)>>>(A, B, C, M, N, K);
}

// As an expression, in rounds.
__global__ void guard_chosen(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[32][32], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int r = ty; r < 32; r += 16) {
      As[r][tx] = blockIdx.y * 32 + r < M ? A[(blockIdx.y * 32 + r) * K + k + tx] : 0.0f;
      Bs[r][tx] = B[(k + r) * N + tx];
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[(blockIdx.y * 16 + ty) * N + tx] = sum;
}
void run_guard_chosen(const float *A, const float *B, float *C, int M, int N, int K) {
  guard_chosen<<<dim3(1, 2), dim3(32, 16)>>>(A, B, C, M, N, K);
}

// The whole copy is under the guard, with locals of its own.
__global__ void guard_nested(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[32][32], Bs[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    int r = ty;
    if (blockIdx.y * 32 + 32 <= M) {
      for (int i = 0; i < 2; ++i) {
        As[r][tx] = A[(blockIdx.y * 32 + r) * K + k + tx];
        r += 16;
      }
    } else {
      As[ty][tx] = 0.0f;
      As[ty + 16][tx] = 1.0f;
    }
    for (int i = ty; i < 32; i += 16)
      Bs[i][tx] = B[(k + i) * N + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  C[(blockIdx.y * 16 + ty) * N + tx] = sum;
}
void run_guard_nested(const float *A, const float *B, float *C, int M, int N, int K) {
  guard_nested<<<dim3(1, 2), dim3(32, 16)>>>(A, B, C, M, N, K);
}
