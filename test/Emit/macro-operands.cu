// The step of a copy loop is a macro without parentheses of its own.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
#define STEP 40 - 8
#define ROWS 128

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[ROWS];
  float sum = 0.0f;
// CHECK: float AsNext[(ROWS + (STEP) - 1) / (STEP)];
// CHECK: AsNext[i / (STEP)] = A[kNext + i + threadIdx.x];
// CHECK: As[stage ^ 1][i + threadIdx.x] = AsNext[i / (STEP)];
  for (int k = 0; k < N; k += ROWS) {
    for (int i = 0; i < ROWS; i += STEP)
      As[i + threadIdx.x] = A[k + i + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < ROWS; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
