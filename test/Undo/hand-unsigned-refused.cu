// Unsigned numbers: `k < K - T` holds for each `k` where K is less than T.
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

#define T 16
__global__ void wraps(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, unsigned K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;

  As[0][ty][tx] = A[row * K + tx];
  Bs[0][ty][tx] = B[ty * N + col];
  __syncthreads();
  int write = 1;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} [hand-unproven]
  for (unsigned k = 0; k < K; k += T) {
    const int read = write ^ 1;
    float a = 0.0f, b = 0.0f;
    if (k < K - T) {
      a = A[row * K + tx + k + T];
      b = B[(ty + k + T) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += As[read][ty][i] * Bs[read][i][tx];
    if (k < K - T) {
      As[write][ty][tx] = a;
      Bs[write][ty][tx] = b;
    }
    __syncthreads();
    write ^= 1;
  }
  C[row * N + col] = sum;
}
