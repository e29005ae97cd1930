// Miscompile class: template instances that differ. One instance has elements
// of 2 bytes, which cp.async cannot copy: it is copied by none.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --print=plan | FileCheck %s
// CHECK: refused [copy-not-raw]

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
template __global__ void sums(const short *, short *, int);
