// The parity of the tile's number chooses the buffer.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -v "^//" %t.cu | FileCheck %s --check-prefix=TEXT
// CHECK: remark: rewritten: as a plain loop, in 'parity'
// CHECK-NEXT: run      executed: {{.*}} equal
// TEXT: for (int t = 0; t < tiles; ++t) {
// TEXT-NEXT: As[ty][tx] = A[row * K + t * T + tx];
// TEXT-NEXT: Bs[ty][tx] = B[(t * T + ty) * N + col];
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: for (int i
// TEXT-NEXT: sum +=
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: }

#define T 16
__global__ void parity(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
  const int tiles = K / T;

  As[0][ty][tx] = A[row * K + tx];
  Bs[0][ty][tx] = B[ty * N + col];
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    int cur = t & 1, nxt = (t + 1) & 1;
    if (t + 1 < tiles) {
      As[nxt][ty][tx] = A[row * K + (t + 1) * T + tx];
      Bs[nxt][ty][tx] = B[((t + 1) * T + ty) * N + col];
    }
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * Bs[cur][i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
