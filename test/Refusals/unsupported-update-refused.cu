// The pointer's step goes through a local of the body.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unsupported-update]
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    int step = 64;
    A += step;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
