// The halves of a header's function are written into this file, behind a declaration that the function in its header does
// not see: a call in them would be of another function. So it is said of a
// specialisation that this file adds: what the halves refer to must not be declared here.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

#include "Inputs/fill.cuh"

__device__ float converted(float v) { return -v; }

__global__ void overload(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    fill(Row, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <> struct Scale<float> {
  static __device__ float of(float v) { return v * 5; }
};

__global__ void of_class(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    fillScaled(Row, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
