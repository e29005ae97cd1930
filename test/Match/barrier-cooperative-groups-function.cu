// cooperative_groups::sync() of a thread block, through a namespace alias is a
// block barrier, and is repeated as it is spelled.
// RUN: %pipeline-rewrite %s %builtin --stages=2 --print=matches | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --stages=2 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=OUT
// OUT: // Prologue
// OUT: As[0][threadIdx.x] = A[kNext + threadIdx.x];
// OUT-NEXT: cg::sync(block);
// OUT-NEXT: }

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  auto block = cg::this_thread_block();
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in sums instances=1 units=4 barriers=[1, 3]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    cg::sync(block);
    sum += As[63 - threadIdx.x];
    cg::sync(block);
  }
  C[threadIdx.x] = sum;
}
