// One value without a default is enough.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
namespace ns {
template <int BK, typename T = float>
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
}
// CHECK: :8:3: warning: loop left alone: nothing instantiates 'ns::sums', and not every parameter has a default [template-not-instantiated]
// CHECK: Name an instance, with values for the parameters: --instantiate='ns::sums<BK, T>'.
