// Start and bound depend on the thread, by the same: every thread makes as
// many iterations. Nothing asks for that: the tile has one buffer, as if some left first.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not="warning:"

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = threadIdx.x; k < N + threadIdx.x; k += 64) {
    As[threadIdx.x] = A[k];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
