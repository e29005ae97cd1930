// The computation may write what the next tile's load reads.
// RUN: %pipeline-rewrite %s %no-nvcc --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-registers.cu

__global__ void sums(const float *A, float *C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-unsafe]
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[t] = sum;
    __syncthreads();
  }
  C[t] = sum;
}
