// cuda::pipeline in a template: the size of a copy, and so its alignment, is
// what each instance has.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline -o - 2>/dev/null | %strip | FileCheck %s
// CHECK: static_assert(sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16,
// CHECK: cuda::aligned_size_t<sizeof(T)>(sizeof(T)),
// CHECK: cuda::aligned_size_t<sizeof(T)>(sizeof(T)),

template <typename T>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[64];
  T sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums(const float *, float *, int);
template __global__ void sums(const double *, double *, int);
