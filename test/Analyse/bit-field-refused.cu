// Miscompile class: a non-trivial element copied raw. A bit-field has no
// address.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s

struct Pair {
  int First : 16, Second : 16;
};

__global__ void sums(const Pair *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Pair As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x].First = A[k + threadIdx.x].First;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].First;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
