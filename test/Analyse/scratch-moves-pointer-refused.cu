// Miscompile class: the computation's value of a variable of both halves moves
// the pointer that the next loads use.
// ACCEPTED: scratch-in-both-halves.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const int *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ int s[64];
  const int *p = A;
  int v, sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unsupported-update]
  for (int k = 0; k < n; k += 64) {
    v = p[threadIdx.x];
    s[threadIdx.x] = v;
    __syncthreads();
    v = k % 3;
    for (int i = 0; i < 64; ++i)
      sum += s[i] * v;
    p += v;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
