// An output is recognised as pipelined, and running the tool on it changes
// nothing.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>/dev/null
// RUN: %pipeline-rewrite %t.cu %builtin --variant=ldg -o - 2>%t.report | diff -u %t.cu -
// RUN: FileCheck %s < %t.report
// CHECK: remark: already pipelined: register prefetch,
// CHECK: 1 loop: 0 rewritten, 1 already pipelined, 0 refused

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
