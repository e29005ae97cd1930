// Miscompile class: a volatile flag that says when the next tile may be read.
// The load would cross it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *A, volatile int *Flag, float *__restrict__ C,
                     int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: loads would move in front of a wait for another block [memory-fence]
  for (int k = 0; k < N; k += 64) {
    while (*Flag < k)
      ;
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum;
}
