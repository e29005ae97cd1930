// Three buffers, a group of copies for each tile, empty ones at the end.
// RUN: %pipeline-rewrite %s %builtin --unpipeline -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -v "^//" %t.cu | FileCheck %s --check-prefix=TEXT
// CHECK: remark: rewritten: as a plain loop, in 'ring'
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
__global__ void ring(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N) {
  __shared__ float As[3][T][T];
  __shared__ float Bs[3][T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0.0f;
  const int tiles = K / T;

  for (int s = 0; s < 2; ++s) {
    if (s < tiles) {
      __pipeline_memcpy_async(&As[s][ty][tx], &A[row * K + s * T + tx], 4);
      __pipeline_memcpy_async(&Bs[s][ty][tx], &B[(s * T + ty) * N + col], 4);
    }
    __pipeline_commit();
  }
  for (int t = 0; t < tiles; ++t) {
    if (t + 2 < tiles) {
      __pipeline_memcpy_async(&As[(t + 2) % 3][ty][tx], &A[row * K + (t + 2) * T + tx], 4);
      __pipeline_memcpy_async(&Bs[(t + 2) % 3][ty][tx], &B[((t + 2) * T + ty) * N + col], 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[t % 3][ty][i] * Bs[t % 3][i][tx];
    __syncthreads();
  }
  C[row * N + col] = sum;
}
