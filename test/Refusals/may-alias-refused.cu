// Miscompile class: a store of the compute phase aliases the hoisted load. C
// may point into A, and where the stores are only the loop finds out.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *A, const int *rows, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[rows[k]] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
