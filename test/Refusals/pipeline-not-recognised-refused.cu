// The loop can be left in the middle of a tile.
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, const int *__restrict__ which, float *__restrict__ C, int T) {
  __shared__ float s[2][128];
  int t = threadIdx.x;
  float sum = 0.0f;
  float r = A[t];
  s[0][t] = r;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [pipeline-not-recognised]
  for (int k = 0; k < T; ++k) {
    if (which[k])
      break;
    if (k + 1 < T)
      r = A[(k + 1) * 128 + t];
    sum = sum * 0.5f + s[k % 2][127 - t];
    if (k + 1 < T)
      s[(k + 1) % 2][t] = r;
    __syncthreads();
  }
  C[t] = sum;
}
