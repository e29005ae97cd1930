// Names that inline assembly declares within braces are known there alone.
// RUN: %pipeline-rewrite %s %builtin --epilogue=peel 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void inLoop(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    asm volatile("{ .reg .u32 t1;\n\t xor.b32 t1, %0, 5;\n\t add.u32 %0, t1, 1;\n}" : "+r"(sum));
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
