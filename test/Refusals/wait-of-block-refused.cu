// The next tile may be stored by the block that is waited for.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>&1 | FileCheck %s
__global__ void waits(const int *A, int *__restrict__ C, int *flag, int N) {
  __shared__ int As[64];
  int sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: loads would move in front of a wait for another block [memory-fence]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    if (threadIdx.x == 0)
      while (atomicAdd(&flag[k / 64 + 1], 0) == 7777)
        ;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
