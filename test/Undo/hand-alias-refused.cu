// The computation stores to what the next tile reads.
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

#define T 16
__global__ void alias(float *A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;

  int cur = 0;
  As[cur][ty][tx] = A[row * K + tx];
  Bs[cur][ty][tx] = B[ty * N + col];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: the plain loop may not be pipelined: [may-alias] {{.*}} [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K) {
      As[1 - cur][ty][tx] = A[row * K + (k + T) + tx];
      Bs[1 - cur][ty][tx] = B[(k + T + ty) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * Bs[cur][i][tx];
    A[row * K + k + tx + T] = sum;
    __syncthreads();
    cur = 1 - cur;
  }
  C[row * N + col] = sum;
}
