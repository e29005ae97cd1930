// REQUIRES: cuda-toolkit
// The form with one buffer takes no more shared memory, and 4 values fit
// into the registers of eight blocks.
// RUN: %pipeline-rewrite %s --variant=ldg-single --arch=sm_90 --verify=ptxas 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[4][256];
  float sum[4] = {};
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += 1024) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
      As[i][threadIdx.x] = A[k + i * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j)
        sum[j] += As[i][(threadIdx.x + j) % 256];
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 4; ++j)
    C[j * 256 + threadIdx.x] = sum[j];
}
