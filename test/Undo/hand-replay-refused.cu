// Miscompile class: the first tile is in the other buffer.
// ACCEPTED: hand-buffers.cu
// RUN: %pipeline-rewrite %s %builtin --unpipeline --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define T 16

__global__ void first(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = (blockIdx.x * T + ty) * K;
  float sum = 0.0f;
  As[1][ty][tx] = A[row + tx];
  __syncthreads();
  int cur = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: tile 0 of stream 0 is not in the buffer that is read, in a loop of 1 tiles [hand-unproven]
  for (int k = 0; k < K; k += T) {
    if (k + T < K)
      As[cur ^ 1][ty][tx] = A[row + k + T + tx];
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i];
    __syncthreads();
    cur ^= 1;
  }
  C[(blockIdx.x * T + ty) * T + tx] = sum;
}
