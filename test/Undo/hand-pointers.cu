// Pointers that go along with the loads.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -v "^//" %t.cu | FileCheck %s --check-prefix=TEXT
// CHECK: remark: rewritten: as a plain loop, in 'pointers'
// CHECK-NEXT: run      executed: {{.*}} equal
// TEXT: for (int k = 0; k < K; k += T) {
// TEXT-NEXT: As[ty][tx] = A[tx];
// TEXT-NEXT: Bs[ty][tx] = B[ty * N];
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: A += T;
// TEXT-NEXT: B += T * N;
// TEXT-NEXT: for (int i

#define T 16
__global__ void pointers(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;

  A += row * K;
  B += col;
  As[0][ty][tx] = A[tx];
  Bs[0][ty][tx] = B[ty * N];
  __syncthreads();
  int cur = 0;
  for (int k = 0; k < K; k += T) {
    A += T;
    B += T * N;
    if (k + T < K) {
      As[cur ^ 1][ty][tx] = A[tx];
      Bs[cur ^ 1][ty][tx] = B[ty * N];
    }
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * Bs[cur][i][tx];
    __syncthreads();
    cur ^= 1;
  }
  C[row * N + col] = sum;
}
