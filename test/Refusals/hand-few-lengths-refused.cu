// No launch has another number of tiles than 8.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=kernels --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-two-buffers.cu

__global__ void sums(const float *__restrict__ A, float *__restrict__ C) {
  __shared__ float As[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  int s = 0;
  As[0][t] = A[t];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [not-run]
  for (int k = 0; k < 512; k += 64) {
    if (k + 64 < 512)
      As[s ^ 1][t] = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[s][i];
    __syncthreads();
    s = s ^ 1;
  }
  C[t] = sum;
}
