// The register of a template has the type that all instances share a name for.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - 2>/dev/null | %strip | FileCheck %s

template <typename T>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[64];
  T sum = 0;
// CHECK: T AsNext;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = k + threadIdx.x < N ? A[k + threadIdx.x] : T(0);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums<float>(const float *, float *, int);
template __global__ void sums<double>(const double *, double *, int);
