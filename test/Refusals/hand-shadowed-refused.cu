// The load names a variable of the body.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=syntax --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-registers.cu

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  int u = t;
  float sum = 0.0f;
  float next = A[u];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-index]
  for (int k = 0; k < N; k += 64) {
    int u = int(sum);
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + u];
    sum += u;
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}
