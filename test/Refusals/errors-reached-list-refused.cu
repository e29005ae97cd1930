// An error in what the kernel reaches is one of the kernel: a variable of an
// unknown type. The list of its constructor's arguments has no type.
// RUN: %pipeline-rewrite %s %builtin --choose=rules 2>&1 >/dev/null | FileCheck %s

// What is not known:
__device__ int twice(int x) { gone made(x, x); return 2 * x; }

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int h = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [errors-in-function]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      h = h * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = twice(h);
}
