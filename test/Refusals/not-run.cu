// RUN: %pipeline-rewrite %s --cuda-path=builtin --verify=kernels --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void manyTiles(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: run      executed:
