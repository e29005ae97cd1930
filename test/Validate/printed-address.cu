// Where shared memory and local variables lie is no result of a kernel: printed
// addresses of them differ.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
#include <cstdio>

static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64], scratch[4];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg,
// CHECK: executed:
  for (int k = 0; k < n; k += 64) {
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += s[63 - threadIdx.x];
    printf("scratch at %p, sum at %p: %f\n", (void *)scratch, (void *)&sum, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
