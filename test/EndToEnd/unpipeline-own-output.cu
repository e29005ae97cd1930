// What was pipelined is given back.
// DEFINE: %{form} =
// DEFINE: %{back} = %pipeline-rewrite %s %builtin --epilogue=predicate %{form} -o %t.cu && %pipeline-rewrite %t.cu %no-nvcc --verify=kernels --unpipeline -o %t.plain.cu 2>%t.err && grep -v -e '^#include' -e '^$' %t.plain.cu | diff %s - && grep -q 'executed: .* equal' %t.err
// REDEFINE: %{form} = --variant=ldg
// RUN: %{back}
// REDEFINE: %{form} = --variant=ldg-single
// RUN: %{back}
// REDEFINE: %{form} = --variant=cpasync
// RUN: %{back}
// REDEFINE: %{form} = --variant=cpasync --stages=3
// RUN: %{back}
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
