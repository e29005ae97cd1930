// The launch names a type that a macro of a missing header declares: it stands for
// types of the usual sizes, also where a host template hands it on.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
#include <no/such/tensor.h>

template <typename T, int BK>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[BK];
  T sum = 0;
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i] * As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: :10:3: remark: rewritten: ldg,
// CHECK: assumes  sums<float, 64>, sums<double, 64>, sums<unsigned short, 64>: types of usual sizes for one that is not declared; named in {{.*}}:[[@LINE+3]]

void run(gone::Tensor a, int n) {
  DISPATCH(a.type(), [&] { sums<scalar_t, 64><<<1, 64>>>(a, a, n); });
}

template <typename T>
__global__ void handed(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[32];
  T sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i] * As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: assumes  handed<float>, handed<double>, handed<unsigned short>:

template <typename V> void hand(gone::Tensor a, int n) {
  handed<V><<<1, 32>>>(a.data<V>(), a.data<V>(), n);
}
void run_handed(gone::Tensor a, int n) {
  DISPATCH(a.type(), [&] { hand<scalar_t>(a, n); });
}
