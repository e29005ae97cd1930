// A name whose arguments nobody knows is no instance.
// ACCEPTED: named-in-broken-code.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
#include <no/such/tensor.h>

template <typename T, int BK>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[BK];
  T sum = 0.0f;
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: :10:3: warning: loop left alone: nothing instantiates 'sums', and not every parameter has a default [template-not-instantiated]
// CHECK: Name an instance, with values for the parameters: --instantiate='sums<T, BK>'.
// CHECK: note: 'sums<scalar_t, size>' in {{.*}}:[[@LINE+4]] is not known as an instance: use of undeclared identifier 'scalar_t'
// CHECK: note: 'sums<float, n>' in {{.*}}:[[@LINE+4]] is not known as an instance: use of undeclared identifier 'n'

void run(gone::Tensor a, int n) {
  DISPATCH(a.type(), [&] { sums<scalar_t, size><<<1, 64>>>(a, a, n); });
  sums<float, n><<<1, 64>>>(a.data(), a.data(), n);
}
