// REQUIRES: cuda-toolkit
// The form with one buffer takes no more shared memory, but 24 values wait in
// registers while the tile is used.
// RUN: %pipeline-rewrite %s --variant=ldg-single --epilogue=predicate --arch=sm_90 --verify=ptxas 2>&1 >/dev/null | FileCheck %s

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[24][256];
  float sum[4] = {};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: sums on sm_90 would have {{[0-9]+}} (8 before) blocks per SM, with {{[0-9]+}} ({{[0-9]+}} before) registers per thread and 24576 (24576 before) bytes of shared memory [occupancy-loss]
  for (int k = 0; k < N; k += 6144) {
#pragma unroll
    for (int i = 0; i < 24; ++i)
      As[i][threadIdx.x] = A[k + i * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 24; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        sum[j] += As[i][(threadIdx.x + j) % 256];
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 4; ++j)
    C[j * 256 + threadIdx.x] = sum[j];
}
