// Miscompile class: sizeof of the array, which is twice as large with two
// buffers. In the body it becomes the size of one stage.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: i < sizeof(As[stage]) / sizeof(float)

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < sizeof(As) / sizeof(float); ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
