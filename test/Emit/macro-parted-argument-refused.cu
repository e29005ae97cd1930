// ACCEPTED: macro-accessors.cu
// The argument is two for the macro inside, and one where it is written out.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

#define FIRST(X, ...) X
#define TILE(X) As[FIRST(X)]
#define BOTH i, 5
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [code-in-macro]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += TILE(BOTH);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
