// Two launches that do not parse name instances that need different pipelines.
// ACCEPTED: named-in-broken-code.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
#include <no/such/tensor.h>

template <int BK, bool Two>
__global__ void sums(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int N) {
  __shared__ float As[BK], Bs[BK];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [instances-differ]
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (Two)
      Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    if constexpr (Two)
      sum += Bs[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: assumes  sums<64, true>: named in {{.*}}:[[@LINE+3]], in code that is not compiled
// CHECK-NEXT: sums<64, false>: named in {{.*}}:[[@LINE+3]], in code that is not compiled
void run(gone::Tensor a) {
  sums<64, true><<<1, 64>>>(a.data(), a.data(), a.data(), 640);
  sums<64, false><<<1, 64>>>(a.data(), a.data(), a.data(), 640);
}
