// The barrier that stays is the one that does something of its own.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ void sync(int) { __syncthreads(); }

__global__ void counted(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  int passed = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    sync(0);
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    sync(passed++);
  }
  C[threadIdx.x] = sum + passed;
}
