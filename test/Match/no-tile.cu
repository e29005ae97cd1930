// A loop with barriers that stores nothing to shared memory is no K-loop.
// RUN: %pipeline-rewrite %s %builtin --print=matches | FileCheck %s --check-prefix=WHY
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// WHY: not a K-loop
// CHECK: no K-loops found

__global__ void chase(const float *__restrict__ A, float *__restrict__ C, int N) {
  float sum = 0.0f;
  for (int k = 0; k < N; ++k) {
    C[k + threadIdx.x] += A[k];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
