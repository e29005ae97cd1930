// One buffer: values wait in registers for a second barrier.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -v "^//" %t.cu | FileCheck %s --check-prefix=TEXT
// CHECK: remark: rewritten: as a plain loop, in 'single'
// CHECK-NEXT: run      executed: {{.*}} equal
// TEXT: for (int k = 0; k < K; k += T) {
// TEXT-NEXT: As[ty][tx] = A[row * K + k + tx];
// TEXT-NEXT: Bs[ty][tx] = B[(k + ty) * N + col];
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: for (int i
// TEXT-NEXT: sum +=
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: }

#define T 16
__global__ void single(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[T][T];
  __shared__ float Bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;

  float a = A[row * K + tx];
  float b = B[ty * N + col];
  As[ty][tx] = a;
  Bs[ty][tx] = b;
  __syncthreads();
  for (int k = 0; k < K; k += T) {
    const int next = k + T;
    if (next < K) {
      a = A[row * K + next + tx];
      b = B[(next + ty) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
    if (next < K) {
      As[ty][tx] = a;
      Bs[ty][tx] = b;
    }
    __syncthreads();
  }
  C[row * N + col] = sum;
}
