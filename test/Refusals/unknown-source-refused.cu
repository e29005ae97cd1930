// A device function's pointer may point anywhere: to shared memory that others
// can name as well.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__device__ float dynamic(const float *__restrict__ A, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}
