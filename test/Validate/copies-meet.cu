// Two threads copy to each element, the same value. That the copies meet is no difference; what they
// leave behind is compared, with copies that arrive late as well.
// RUN: %pipeline-rewrite %s --cuda-path=builtin --choose=rules --verify=kernels --variant=cpasync 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s --cuda-path=builtin --choose=rules --verify=kernels --variant=ldg 2>&1 >/dev/null | FileCheck %s --check-prefix=LDG
// CHECK: remark: rewritten: cpasync
// CHECK: executed: {{.*}}, 0 to {{[2-9]}} tiles, 3 schedules, equal
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
