// Fewer threads store than load.
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

#define T 16
__global__ void wide(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  const int tid = ty * T + tx;
  const int ar = tid / 4, ac = tid % 4 * 4;
  float sum = 0.0f;
  float4 a, b;

  if (tid < 64) {
    a = *(const float4 *)&A[(blockIdx.y * T + ar) * K + ac];
    b = *(const float4 *)&B[ar * N + blockIdx.x * T + ac];
    *(float4 *)&As[0][ar][ac] = a;
    *(float4 *)&Bs[0][ar][ac] = b;
  }
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: what 'a' holds [hand-unproven]
  for (int k = T; k < K + T; k += T) {
    if (k < K && tid < 64) {
      a = *(const float4 *)&A[(blockIdx.y * T + ar) * K + k + ac];
      b = *(const float4 *)&B[(k + ar) * N + blockIdx.x * T + ac];
    }
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * Bs[cur][i][tx];
    cur ^= 1;
    if (k < K && tid < 32) {
      *(float4 *)&As[cur][ar][ac] = a;
      *(float4 *)&Bs[cur][ar][ac] = b;
    }
    __syncthreads();
  }
  C[row * N + col] = sum;
}
