// Miscompile class: the computation reads a counter that is a tile ahead.
// ACCEPTED: hand-buffers.cu
// RUN: %pipeline-rewrite %s %builtin --unpipeline --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define T 16

__global__ void ahead(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[0][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: line {{.*}} computes something else [hand-unproven]
  for (int k = T; k < K + T; k += T) {
    if (k < K)
      As[cur ^ 1][ty][tx] = A[row + k + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * k;
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}
