// The barrier after the last reader is missing.
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

#define T 16
__global__ void single(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;

  float a = A[row * K + tx];
  float b = B[ty * N + col];
  As[ty][tx] = a;
  Bs[ty][tx] = b;
  __syncthreads();
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: buffer 0 of stream 0 is filled with no barrier behind its last reader, in a loop of 2 tiles [hand-unproven]
  for (int k = 0; k < K; k += T) {
    const int next = k + T;
    if (next < K) {
      a = A[row * K + next + tx];
      b = B[(next + ty) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += As[ty][i] * Bs[i][tx];
    if (next < K) {
      As[ty][tx] = a;
      Bs[ty][tx] = b;
    }
    __syncthreads();
  }
  C[row * N + col] = sum;
}
