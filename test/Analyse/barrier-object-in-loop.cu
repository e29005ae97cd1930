// A barrier may name an object of the loop's body: the prologue declares it as
// well.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: if (kNext < N) {
// CHECK-NEXT: auto block = cg::this_thread_block();
// CHECK: block.sync();
// CHECK: for (int k = 0;
// CHECK-NEXT: auto block = cg::this_thread_block();
// CHECK: block.sync();
// CHECK-NEXT: stage ^= 1;
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    auto block = cg::this_thread_block();
    As[threadIdx.x] = A[k + threadIdx.x];
    block.sync();
    sum += As[63 - threadIdx.x];
    block.sync();
  }
  C[threadIdx.x] = sum;
}
