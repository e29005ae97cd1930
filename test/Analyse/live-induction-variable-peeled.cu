// Miscompile class: the induction variable is live after the loop. The peeled
// tile makes the step that the shortened loop does not make.
// RUN: %pipeline-rewrite %s %builtin --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: // Epilogue
// CHECK-NEXT: if (hasTiles) {
// CHECK: k += 64;
// CHECK: C[threadIdx.x] = sum + k;

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k;
  for (k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + k;
}
