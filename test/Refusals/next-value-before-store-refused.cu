// Both values pass through one variable, and what makes them has a state of its own, so that both are made before the
// first is stored.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0.0f, v;
  auto state = [s = 1u]() mutable { return s = s * 5u + 3u; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a variable that a store reads gets its next value before the store [update-between-loads]
  for (int k = 0; k < N; k += 128) {
    v = A[k + threadIdx.x] + state();
    As[threadIdx.x] = v;
    v = A[k + 64 + threadIdx.x] + state();
    As[64 + threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
