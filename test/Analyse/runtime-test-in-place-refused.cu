// Stored and loaded is the same stretch of one array: a test at run time would say
// no whenever there is a tile, and the rewritten loop would never run.
// ACCEPTED: runtime-test-in-place.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
__global__ void scale(float *data, int row, int n) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'data' may change what the next tile's load reads from 'data', and no test tells: they are of the same bytes of one array [may-alias]
  for (int k = 0; k < n; k += blockDim.x) {
    const int i = k + threadIdx.x;
    if (i < n)
      tile[threadIdx.x] = data[row * n + i];
    __syncthreads();
    if (i < n)
      data[row * n + i] = tile[threadIdx.x] * 2.0f;
    __syncthreads();
  }
}
