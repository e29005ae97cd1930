// The tile's name stands in a macro's body, where a stage index would change
// every other use of the macro.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

#define TILE(I) As[I]
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [code-in-macro]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += TILE(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
