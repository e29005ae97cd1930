// A file that the command line includes is the build's, with the macros in it.
// ACCEPTED: other-build-outside.cu
// RUN: %pipeline-rewrite %s %builtin -o %t.cu -- -include %S/Inputs/forced/part.h 2>&1 | FileCheck %s
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DPART=32 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: equal:

__global__ void part_of_build(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
  As[threadIdx.x] = threadIdx.x;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += PART) {
    if (threadIdx.x < PART)
      As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const int *A, int *C) { part_of_build<<<1, 64>>>(A, C, 512); }
