// The type of the array by its name: with a stage index it would be a
// reference.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unseen-reference]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    decltype(As) copy;
    for (int i = 0; i < 64; ++i)
      copy[i] = As[i];
    sum += copy[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
