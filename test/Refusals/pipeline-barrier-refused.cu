// The barrier between both parts of the computation orders other memory, too.
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int T) {
  __shared__ float s[2][128], scratch[128];
  int t = threadIdx.x;
  float sum = 0.0f;
  float r = A[t];
  s[0][t] = r;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [pipeline-barrier]
  for (int k = 0; k < T; ++k) {
    if (k + 1 < T)
      r = A[(k + 1) * 128 + t];
    scratch[t] = s[k % 2][t] + 1.0f;
    __syncthreads();
    sum = sum * 0.5f + scratch[127 - t];
    if (k + 1 < T)
      s[(k + 1) % 2][t] = r;
    __syncthreads();
  }
  C[t] = sum;
}
