// Nothing instantiates the template: the size of a tile is unknown.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

template <int BK>
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[BK];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: nothing instantiates 'sums', and not every parameter has a default [template-not-instantiated]
// CHECK: Name an instance, with values for the parameters: --instantiate='sums<BK>'.
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
