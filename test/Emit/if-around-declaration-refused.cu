// Miscompile class: a preprocessor condition. In another build the tile is
// declared by the other branch, which gets no second buffer.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
#ifdef BIG
  __shared__ float As[128];
#else
  __shared__ float As[64];
#endif
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that names 'As', which is shared memory of the loop [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
