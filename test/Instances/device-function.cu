// The loop is in a function that a kernel template calls: the kernel's instance
// brings the function's, and no other is made up.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=total\<128
#include <no/such/tensor.h>

template <int BK = 128>
__device__ float total(const float *__restrict__ A, int N) {
  __shared__ float As[BK];
  float sum = 0.0f;
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  return sum;
}
template <int BK>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  C[threadIdx.x] = total<BK>(A, N);
}
// CHECK: :10:3: remark: rewritten: ldg, 2 stages,
// CHECK: assumes  sums<64>: named in {{.*}}:[[@LINE+2]], in code that is not compiled
// CHECK-NEXT: run      executed: {{[0-9]+}} launches, 0 to {{[2-9]}} tiles, 2 schedules, equal
void run(gone::Tensor a, int n) { sums<64><<<1, 64>>>(a.data(), a.data(), n); }
