// In another build the loads may leave a part of the tile as it was before the loop.
// ACCEPTED: other-build-outside.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin -o %t.cu 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DPART=32 2>&1 | FileCheck %s --check-prefix=SAME
// ONE: remark: rewritten: ldg-single,
// SAME: equal:

#ifndef PART
#define PART 64
#endif
__global__ void partly_filled(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
  As[threadIdx.x] = threadIdx.x;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the tile 'As' is also used outside the loop, and 'partly_filled' depends on 'PART', which another build makes another [tile-used-outside]
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
void run(const int *A, int *C) { partly_filled<<<1, 64>>>(A, C, 512); }
