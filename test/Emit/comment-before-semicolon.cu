// A comment between a statement and its semicolon.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 | FileCheck %s --check-prefixes=CHECK,LDG
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels 2>&1 | FileCheck %s
// CHECK: run {{ *}}executed: {{.*}} equal

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// LDG: + {{.*}}As[0][threadIdx.x] = A[kNext + threadIdx.x] /* the tile */;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] /* the tile */;
    __syncthreads() // a line's end
        ;
    for (int i = 0; i < 64; ++i)
      sum += As[i] /* each */;
    __syncthreads() /* and again */;
  }
  C[threadIdx.x] = sum;
}
