// Miscompile class: a misaligned wide access. The second stage of 264 bytes
// would not start at a multiple of 16.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[66];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stage-misaligned]
  for (int k = 0; k < N; k += 64) {
    *(float4 *)&As[threadIdx.x * 4] = *(const float4 *)&A[k + threadIdx.x * 4];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
