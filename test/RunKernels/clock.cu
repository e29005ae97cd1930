// A kernel that times itself: both texts read the same clock.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: executed: {{.*}} equal

__global__ void timed(const float *__restrict__ A, float *__restrict__ C, long long *__restrict__ Cycles, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  long long begin = clock64();
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  Cycles[threadIdx.x] = clock64() - begin;
  C[threadIdx.x] = sum;
}
