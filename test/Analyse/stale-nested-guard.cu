// Every case stores the element, whatever the guards within it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - | %strip | FileCheck %s

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  // CHECK: __shared__ int As[2][64];
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < N; k += 64) {
    if (k < N / 2)
      As[threadIdx.x] = A[k + threadIdx.x];
    else if (threadIdx.x % 2)
      As[threadIdx.x] = 1;
    else
      As[threadIdx.x] = 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
