// A loop without a barrier is not looked at.
// RUN: %pipeline-rewrite %s %builtin --print=matches 2>/dev/null | FileCheck %s --allow-empty
// CHECK-NOT: loop {{[0-9]}}

__global__ void plain(const float *__restrict__ A, float *__restrict__ C, int N) {
  float sum = 0.0f;
  for (int k = 0; k < N; ++k)
    sum += A[k];
  C[threadIdx.x] = sum;
}
