// The function that fills the tile also leaves a value for the computation.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__device__ void fill(float *to, const float *from, float &first) {
  *to = *from;
  first = *from;
}
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, first = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} also writes 'first' [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    fill(&As[threadIdx.x], &A[k + threadIdx.x], first);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
