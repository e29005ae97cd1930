// A parameter that is given another pointer points there: the computation
// writes the tile.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ void twice(float *what, float *other) {
  what = other;
  *what *= 2.0f;
}
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, own = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [tile-written-in-compute]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    twice(&own, &As[threadIdx.x]);
    sum += As[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum + own;
}
