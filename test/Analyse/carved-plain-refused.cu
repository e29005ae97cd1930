// Two pointers into one shared array: nothing says that they are distinct parts.
// ACCEPTED: carved-restrict.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *A, float *__restrict__ C, int N) {
  extern __shared__ float buffer[];
  float *tile = buffer, *sum = buffer + 64;
  sum[threadIdx.x] = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the computation writes 'sum', which cannot be told apart from the tile 'tile': both are parts of 'buffer' [tile-written-in-compute]
  for (int k = 0; k < N; k += 64) {
// CHECK: :[[@LINE+1]]:5: note: filled here
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum[threadIdx.x] += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum[threadIdx.x];
}
