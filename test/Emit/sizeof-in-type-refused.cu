// Miscompile class: sizeof of the array, which is twice as large with two
// buffers. Here it stands in another variable's type.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float copy[sizeof(As) / sizeof(float)];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      copy[i] = As[i];
    __syncthreads();
  }
  C[threadIdx.x] = copy[0] + sizeof(copy);
}
