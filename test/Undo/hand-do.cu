// A loop that asks at its end; the barrier is under the guard.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -v "^//" %t.cu | FileCheck %s --check-prefix=TEXT
// CHECK: remark: rewritten: as a plain loop, in 'until'
// CHECK-NEXT: run      executed: {{.*}} equal
// TEXT: do {
// TEXT-NEXT: As[ty][tx] = A[row * K + k + tx];
// TEXT-NEXT: Bs[ty][tx] = B[(k + ty) * N + col];
// TEXT-NEXT: k += T;
// TEXT-NEXT: __syncthreads();

#define T 16
__global__ void until(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;

  As[0][ty][tx] = A[row * K + tx];
  Bs[0][ty][tx] = B[ty * N + col];
  __syncthreads();
  int write_stage = 1;
  int k = 0;
  float a, b;
  do {
    k += T;
    if (k < K) {
      a = A[row * K + k + tx];
      b = B[(k + ty) * N + col];
    }
    int load_stage = write_stage ^ 1;
    for (int i = 0; i < T; ++i)
      sum += As[load_stage][ty][i] * Bs[load_stage][i][tx];
    if (k < K) {
      As[write_stage][ty][tx] = a;
      Bs[write_stage][ty][tx] = b;
      __syncthreads();
      write_stage ^= 1;
    }
  } while (k < K);
  C[row * N + col] = sum;
}
