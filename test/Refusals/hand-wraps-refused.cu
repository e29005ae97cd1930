// The buffers no longer take turns where the counter of tiles wraps.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=syntax --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-two-buffers.cu

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[3][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  unsigned tile = 0, fill = 1u << 20;
  As[0][t] = A[t];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-index]
  for (int k = 0; k < N; k += 64) {
    if (k + 64 < N)
      As[fill % 3][t] = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[tile % 3][i];
    __syncthreads();
    tile += 1u << 20;
    fill += 1u << 20;
  }
  C[t] = sum;
}
