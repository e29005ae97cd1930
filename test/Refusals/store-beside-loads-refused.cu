// Before the barrier the loop also publishes a value to the other threads, who
// read it behind that barrier.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [store-beside-loads]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    C[N + threadIdx.x] = sum;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * C[N + i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
