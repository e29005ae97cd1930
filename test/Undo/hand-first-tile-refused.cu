// The prologue loads another tile.
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

#define T 16
__global__ void other(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;

  As[0][ty][tx] = A[row * K + T + tx];
  Bs[0][ty][tx] = B[ty * N + col];
  __syncthreads();
  int stage = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} [hand-unproven]
  for (int k = 0; k < K; k += T) {
    float a, b;
    if (k + T < K) {
      a = A[row * K + k + T + tx];
      b = B[(k + T + ty) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += As[stage][ty][i] * Bs[stage][i][tx];
    stage ^= 1;
    if (k + T < K) {
      As[stage][ty][tx] = a;
      Bs[stage][ty][tx] = b;
    }
    __syncthreads();
  }
  C[row * N + col] = sum;
}
