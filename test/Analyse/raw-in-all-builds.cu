// What cp.async copies, it copies in every build: both sides have one name for their type, or a type that no build changes.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o %t.cu 2>&1 | FileCheck %s
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DREAL=double 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: equal:
#ifndef REAL
#define REAL float
#endif
__global__ void one(const REAL *__restrict__ A, REAL *__restrict__ C, int N) {
  __shared__ REAL As[64];
  REAL sum = 0;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
