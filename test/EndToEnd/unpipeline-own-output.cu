// What was pipelined is given back.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=predicate -o %t.cpasync.cu
// RUN: %pipeline-rewrite %t.cpasync.cu %no-nvcc --unpipeline -o %t.plain.cu 2>%t.err
// RUN: grep -v -e '^#include' -e '^$' %t.plain.cu | diff %s -
// RUN: grep -q 'as a plain loop' %t.err
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 --epilogue=predicate -o %t.cpasync-stages3.cu
// RUN: %pipeline-rewrite %t.cpasync-stages3.cu %no-nvcc --unpipeline -o %t.plain.cu 2>%t.err
// RUN: grep -v -e '^#include' -e '^$' %t.plain.cu | diff %s -
// RUN: grep -q 'as a plain loop' %t.err
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *C, int n) {
  __shared__ float As[T][T], Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float acc = 0;
  for (int k = 0; k < n; k += T) {
    As[ty][tx] = A[row * n + k + tx];
    Bs[ty][tx] = B[(k + ty) * n + col];
    __syncthreads();
    for (int j = 0; j < T; ++j)
      acc += As[ty][j] * Bs[j][tx];
    __syncthreads();
  }
  C[row * n + col] = acc;
}
