// Two rows of one array are apart, or not: a test at run time tells.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s
__global__ void scale(float *data, int row, int other, int n) {
  __shared__ float tile[64];
// CHECK: :[[@LINE+2]]:3: remark: rewritten
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < n; k += blockDim.x) {
    const int i = k + threadIdx.x;
    if (i < n)
      tile[threadIdx.x] = data[row * n + i];
    __syncthreads();
    if (i < n)
      data[other * n + i] = tile[threadIdx.x] * 2.0f;
    __syncthreads();
  }
}
