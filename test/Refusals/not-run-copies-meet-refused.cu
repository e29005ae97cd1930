// Two threads copy to each element, the same value. Copies that meet tell nothing, so no
// launch with a tile counts; plain stores are compared.
// RUN: %pipeline-rewrite %s --cuda-path=builtin --choose=rules --verify=kernels --variant=cpasync 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s --cuda-path=builtin --choose=rules --verify=kernels --variant=ldg 2>&1 >/dev/null | FileCheck %s --check-prefix=LDG
// CHECK: warning: loop left alone: {{.*}} [not-run]
// LDG: remark: rewritten: ldg
// LDG: executed: {{.*}} equal
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float As[32];
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    As[threadIdx.x & 31] = A[k + (threadIdx.x & 31)];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[blockIdx.x * 64 + threadIdx.x] = sum;
}
void go(const float *A, float *C, int n) { sums<<<2, 64>>>(A, C, n); }
