// An instance that does not compile is left out, the others are taken.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=sums\<12
#include <no/such/tensor.h>

template <int BK>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[BK];
  static_assert(BK % 32 == 0, "whole warps");
  float sum = 0.0f;
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: :10:3: remark: rewritten: ldg, 2 stages,
// CHECK: assumes  sums<64>: named in {{.*}}:[[@LINE+8]], in code that is not compiled
// CHECK-NEXT: sums<32>: named in {{.*}}:[[@LINE+10]], in code that is not compiled
// CHECK-NEXT: run      executed: {{[0-9]+}} launches, 0 to {{[2-9]}} tiles, 2 schedules, equal
// CHECK: note: instance 'sums<16>' is not looked at: static assertion failed{{.*}}whole warps
// CHECK: note: instance 'sums<8>' is not looked at: static assertion failed{{.*}}whole warps
// CHECK: 1 loop: 1 rewritten

void run(gone::Tensor a, int n) {
  sums<64><<<1, 64>>>(a.data(), a.data(), n);
  sums<16><<<1, 16>>>(a.data(), a.data(), n);
  sums<8><<<1, 8>>>(a.data(), a.data(), n);
  sums<32><<<1, 32>>>(a.data(), a.data(), n);
}
