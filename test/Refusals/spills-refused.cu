// REQUIRES: cuda-toolkit
// 32 values wait in registers beside 24 sums; the user allows 48 registers.
// RUN: %pipeline-rewrite %s --variant=ldg --epilogue=predicate --verify=ptxas -- -maxrregcount=48 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[32][32];
  float sum[24] = {};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: sums on sm_86 would spill {{[1-9][0-9]*}} (0 before) bytes of registers, at 48 registers per thread [spills]
  for (int k = 0; k < N; k += 1024) {
#pragma unroll
    for (int i = 0; i < 32; ++i)
      As[i][threadIdx.x] = A[k + i * 32 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 32; ++i)
#pragma unroll
      for (int j = 0; j < 24; ++j)
        sum[j] += As[i][(threadIdx.x + j) % 32];
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < 24; ++j)
    C[j * 32 + threadIdx.x] = sum[j];
}
