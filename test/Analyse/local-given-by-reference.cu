// A local that a function changes is no raw copy of what it was declared with.
// RUN: %pipeline-rewrite %s %builtin --print=facts | FileCheck %s

__device__ inline void exchange(float &a, float &b) {
  float c = a;
  a = b;
  b = c;
}

// CHECK: tile As {{.*}} not-async(
// CHECK-NOT: tile Bs {{.*}} not-async(
// CHECK: tile Bs
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    float a = A[k + threadIdx.x], c = 0, b = A[k + threadIdx.x + 1];
    exchange(a, c);
    As[threadIdx.x] = a;
    Bs[threadIdx.x] = b;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * Bs[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
