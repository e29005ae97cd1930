// A barrier before the loads and two before the computation, none behind it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void twice(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier precedes the loads and more than one follows them [barrier-layout]
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
// CHECK: :[[@LINE+1]]:5: note: this one, too
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum;
}
