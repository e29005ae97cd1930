// The member sync() of a cooperative thread block is a block barrier, and is
// repeated as it is spelled.
// RUN: %pipeline-rewrite %s %builtin --stages=2 --print=matches | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --stages=2 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=OUT
// OUT: // Prologue
// OUT: As[0][threadIdx.x] = A[kNext + threadIdx.x];
// OUT-NEXT: block.sync();
// OUT-NEXT: }

#include <cooperative_groups.h>

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  cooperative_groups::thread_block block =
      cooperative_groups::this_thread_block();
  float sum = 0.0f;
// CHECK: loop [[@LINE+1]]:3 in sums instances=1 units=4 barriers=[1, 3]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    block.sync();
    sum += As[63 - threadIdx.x];
    block.sync();
  }
  C[threadIdx.x] = sum;
}
