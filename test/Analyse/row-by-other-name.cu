// A row that moves on by its own name alone, and one that another name only reads.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_80 --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

// CHECK: :[[@LINE+5]]:3: remark: rewritten: cpasync, {{.*}} in 'alone'
// CHECK: executed: {{.*}} equal
__global__ void alone(const int *__restrict__ A, int *__restrict__ C, int n) {
  __shared__ int As[4][64];
  int sum = 0, t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    int row = 0;
    for (int i = 0; i < 4; ++i) {
      As[row][t] = A[(k * 4 + i) * 64 + t];
      row += 1;
    }
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i % 4][i];
    __syncthreads();
  }
  C[t] = sum;
}
