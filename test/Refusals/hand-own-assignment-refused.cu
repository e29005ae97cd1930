// An assignment of the class's own need not fill an element.
// RUN: %pipeline-rewrite %s %no-nvcc --verify=syntax --unpipeline 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: hand-two-buffers.cu

struct Kept {
  float Value;
  __device__ Kept &operator=(const Kept &From) {
    if (From.Value > 0.5f)
      Value = From.Value;
    return *this;
  }
};

__global__ void sums(const Kept *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Kept As[2][64];
  int t = threadIdx.x;
  float sum = 0.0f;
  int s = 0;
  As[0][t] = A[t];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [hand-statement]
  for (int k = 0; k < N; k += 64) {
    if (k + 64 < N)
      As[s ^ 1][t] = A[k + 64 + t];
    for (int i = 0; i < 64; ++i)
      sum += As[s][i].Value;
    __syncthreads();
    s = s ^ 1;
  }
  C[t] = sum;
}
