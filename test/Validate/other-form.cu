// The number of tiles is asked for behind the macro that changes: the other shape asks in the head of the loop.
// RUN: %pipeline-rewrite %s %builtin --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#define LIMIT N

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg, 2 stages, peel,
// CHECK: not its first form: 'LIMIT' would be 
  for (int k = 0; k < LIMIT; k += 64) {
#undef LIMIT
#define LIMIT 64
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < LIMIT; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
