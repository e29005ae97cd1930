// A wait that depends on the next tile.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -v "^//" %t.cu | FileCheck %s --check-prefix=TEXT
// CHECK: remark: rewritten: as a plain loop, in 'copies'
// CHECK-NEXT: run      executed: {{.*}} equal
// TEXT: for (int t = 0; t < tiles; ++t) {
// TEXT-NEXT: As[ty][tx] = A[row * K + t * T + tx];
// TEXT-NEXT: Bs[ty][tx] = B[(t * T + ty) * N + col];
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: for (int i
// TEXT-NEXT: sum +=
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: }

#include <cuda_pipeline.h>

#define T 16
__global__ void copies(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
  const int tiles = K / T;

  __pipeline_memcpy_async(&As[0][ty][tx], &A[row * K + tx], 4);
  __pipeline_memcpy_async(&Bs[0][ty][tx], &B[ty * N + col], 4);
  __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    const int cur = t % 2;
    if (t + 1 < tiles) {
      __pipeline_memcpy_async(&As[cur ^ 1][ty][tx], &A[row * K + (t + 1) * T + tx], 4);
      __pipeline_memcpy_async(&Bs[cur ^ 1][ty][tx], &B[((t + 1) * T + ty) * N + col], 4);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[cur][ty][i] * Bs[cur][i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
