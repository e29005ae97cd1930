// The computation leaves values in the tile: not in one of two buffers.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the computation writes the tile 'As' [tile-written-in-compute]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    As[threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Nor beside it in the same array, where no other buffer has a place for them.
__global__ void beside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float both[128];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the computation writes 'sum', which cannot be told apart from the tile 'tile': both are parts of 'both' [tile-written-in-compute]
  for (int k = 0; k < N; k += 64) {
    float *tile = both, *sum = both + 64;
// CHECK: :[[@LINE+1]]:5: note: filled here
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum[threadIdx.x] = tile[63 - threadIdx.x] + (k ? sum[threadIdx.x] : 0.0f);
    C[k + threadIdx.x] = sum[threadIdx.x];
    __syncthreads();
  }
}
