// Miscompile class: template instances that differ. One text serves all: the
// widest copy that every instance can make is 4 bytes, so auto takes registers
// for both.
// RUN: %pipeline-rewrite %s %builtin --print=plan | FileCheck %s
// CHECK: plan form=ldg
// CHECK-NEXT: tile As copy=register

template <typename T>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[64];
  T sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums(const float *, float *, int);
template __global__ void sums(const double *, double *, int);
