// Miscompile class: sizeof of the array, which is twice as large with two
// buffers. Here it is the step of a pointer.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [tile-used-outside]
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    A += sizeof(As) / sizeof(float);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
