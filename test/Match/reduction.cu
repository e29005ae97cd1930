// A reduction over shared memory reads no global data: no K-loop.
// RUN: %pipeline-rewrite %s %builtin --print=matches | FileCheck %s --check-prefix=WHY
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// WHY: not a K-loop
// CHECK: no K-loops found

__global__ void reduce(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  As[threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  float sum = 0.0f;
  for (int s = 32; s > 0; s /= 2) {
    if (threadIdx.x < s)
      As[threadIdx.x] += As[threadIdx.x + s];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
