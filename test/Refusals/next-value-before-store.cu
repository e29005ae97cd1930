// The nearest loop: each value has a variable of its own.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0.0f, v, w;
  auto state = [s = 1u]() mutable { return s = s * 5u + 3u; };
  for (int k = 0; k < N; k += 128) {
    v = A[k + threadIdx.x] + state();
    As[threadIdx.x] = v;
    w = A[k + 64 + threadIdx.x] + state();
    As[64 + threadIdx.x] = w;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
