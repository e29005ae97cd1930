// A load behind the first barrier reads what other threads wrote in front of it.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=syntax --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-two-buffers.cu

__global__ void sums(const float *__restrict__ A, float *B, float *__restrict__ C, int N) {
  __shared__ float As[2][64], Bs[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  int s = 0;
  B[t ^ 1] = t;
  if (0 < N)
    As[0][t] = A[t];
  if (0 < N)
    __syncthreads();
  if (0 < N)
    Bs[0][t] = B[t];
  if (0 < N)
    __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-barrier]
  for (int k = 0; k < N; k += 64) {
    if (k + 64 < N) {
      As[s ^ 1][t] = A[k + 64 + t];
      Bs[s ^ 1][t] = B[k + 64 + t];
    }
    for (int i = 0; i < 64; ++i)
      sum += As[s][i] * Bs[s][i];
    __syncthreads();
    s = s ^ 1;
  }
  C[t] = sum;
}
