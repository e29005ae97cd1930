// Both branches name the same element, but one stores it for half of the threads
// alone: the others mean the tile before.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 64) {
    if (k < N / 2)
      As[threadIdx.x] = A[k + threadIdx.x];
    else if (threadIdx.x % 2)
      As[threadIdx.x] = 1;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
