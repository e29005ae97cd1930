// The function is given the local's value.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o - | %strip | FileCheck %s

__device__ inline bool isPositive(int Value) { return Value > 0; }

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N, int M) {
  __shared__ int As[64];
  int sum = 0;
  for (int k = 0; k < N; k += 64) {
    int value = A[k + threadIdx.x];
    // CHECK: __pipeline_memcpy_async(&As[0][threadIdx.x], &A[kNext + threadIdx.x], sizeof(int));
    if (isPositive(M))
      As[threadIdx.x] = value;
    else
      As[threadIdx.x] = 1;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
