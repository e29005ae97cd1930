// Nothing but the loop uses the buffers.
// RUN: %pipeline-rewrite %s %builtin --unpipeline 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int T) {
  __shared__ float s[2][128];
  int t = threadIdx.x;
  float sum = 0.0f;
  s[0][t] = A[t];
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: rewritten: plain loop; was synchronous copies, distance 1, 2 buffers, in 'sums'
  for (int k = 0; k < T; ++k) {
    if (k + 1 < T)
      s[(k + 1) % 2][t] = A[(k + 1) * 128 + t];
    sum = sum * 0.5f + s[k % 2][127 - t];
    __syncthreads();
  }
  C[t] = sum;
}
