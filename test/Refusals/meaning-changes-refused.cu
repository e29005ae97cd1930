// The stores of the next tile land behind the computation, where 'flip' is another variable.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  const int flip = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'flip' would be 'flip' of line 14 in the new text, and is 'flip' of line 7 [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x ^ flip] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    const int flip = 2;
    sum *= flip;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
