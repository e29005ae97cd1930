// A barrier on top of the body keeps the loads from what uses the tile before the
// loop. Threads that only copy do not wait for it.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=cpasync 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --variant=cpasync --api=pipeline-partitioned 2>&1 >/dev/null | FileCheck %s --check-prefix=APART
// CHECK: rewritten: cpasync
// CHECK: outside the loop 'As' is its first buffer
// APART: left alone: the tile 'As' is also used outside the loop, and no barrier stands between what uses it before and the loop [tile-used-outside]

static __global__ void before(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[256];
  As[threadIdx.x] = A[threadIdx.x];
  float sum = As[threadIdx.x].y;
  for (int k = 0; k < N; ++k) {
    __syncthreads();
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i].x;
  }
  C[threadIdx.x] = sum;
}

void launch(const float4 *A, float *C, int N) { before<<<1, 256>>>(A, C, N); }
