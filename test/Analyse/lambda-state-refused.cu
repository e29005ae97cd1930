// Loads and computation draw from the state of one lambda.
// ACCEPTED: lambda-state.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null -- -std=c++17 | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  auto next = [drawn = 0]() mutable { return ++drawn & 63; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-depends-on-compute]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + next()];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += next();
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
