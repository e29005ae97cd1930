// Miscompile class: a preprocessor condition. Another build compiles another
// loop over the tile, whose shape has changed.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#ifndef SLOW
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#else
  for (int k = 0; k < N; ++k)
    sum += As[k];
#endif
  C[threadIdx.x] = sum;
}
