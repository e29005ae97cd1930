// Miscompile class: a bound that the loop may change. It would be read before
// the store of this iteration.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *C, int *N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [condition-not-pure]
  for (int k = 0; k < *N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
