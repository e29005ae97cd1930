// A variable of both halves that one of them may read before writing it: a
// value passes.
// ACCEPTED: scratch-in-both-halves.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void some(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float v = 0.0f, sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-depends-on-compute]
  for (int k = 0; k < n; k += 64) {
    if (k + threadIdx.x < n)
      v = A[k + threadIdx.x];
    s[threadIdx.x] = v;
    __syncthreads();
    v = 0.0f;
    for (int i = 0; i < 64; ++i)
      v += s[i];
    sum += v;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
