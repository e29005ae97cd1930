// A template that does not parse itself is refused for that: no instance would
// help.
// ACCEPTED: default-arguments.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=assumes
template <int BK = 64>
__global__ void sums(const gone *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[BK];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: line 6: unknown type name 'gone' [errors-in-function]
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
