// The nearest accepted neighbour of other-build-outside-refused.cu: every build fills all of the tile.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: equal:

#define PART 64
__global__ void always_filled(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 1;
  As[threadIdx.x] = threadIdx.x;
  __syncthreads();
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages,
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
void run(const int *A, int *C) { always_filled<<<1, 64>>>(A, C, 512); }
