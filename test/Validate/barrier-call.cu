// Calls without an effect may go with it, and one that has one may stay.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ void sync(int) { __syncthreads(); }
__device__ int counted(int &n) { return n++; }

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  int passed = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    sync(threadIdx.x + abs(N));
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    sync(counted(passed));
  }
  C[threadIdx.x] = sum + passed;
}
