// The buffer that is read is the one that was filled only for two tiles.
// RUN: %pipeline-rewrite %s %no-nvcc --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-two-buffers.cu

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  int s = 0;
  As[0][t] = A[t];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-index]
  for (int k = 0; k < N; k += 64) {
    float next;
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[s][i];
    if (k + 64 < N)
      As[s ^ 1][t] = next;
    __syncthreads();
    s = (s + 1) % 3;
  }
  C[t] = sum;
}
