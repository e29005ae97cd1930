// A toggle after the computation, and values that wait in registers.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -v "^//" %t.cu | FileCheck %s --check-prefix=TEXT
// CHECK: remark: rewritten: as a plain loop, in 'registers'
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
__global__ void registers(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;

  As[0][ty][tx] = A[row * K + tx];
  Bs[0][ty][tx] = B[ty * N + col];
  __syncthreads();
  int stage = 0;
  for (int k = 0; k < K; k += T) {
    float a, b;
    if (k + T < K) {
      a = A[row * K + k + T + tx];
      b = B[(k + T + ty) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += As[stage][ty][i] * Bs[stage][i][tx];
    stage ^= 1;
    if (k + T < K) {
      As[stage][ty][tx] = a;
      Bs[stage][ty][tx] = b;
    }
    __syncthreads();
  }
  C[row * N + col] = sum;
}
