// A line of the file moves.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=syntax --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-registers.cu

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  int t = threadIdx.x;
  float sum = 0.0f;
  float next = A[t];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[t] = next;
    __syncthreads();
    if (k + 64 < N)
      next = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[t] = sum;
}

__global__ void lines(int *C) { C[threadIdx.x] = __LINE__; }
