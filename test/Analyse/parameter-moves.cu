// A parameter that is only read points to what it was given.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ void twice(float *what, float *other) {
  float *was = what;
  *was *= 2.0f;
}
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, own = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    twice(&own, &As[threadIdx.x]);
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum + own;
}
