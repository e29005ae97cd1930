// Three stages: a ring of asynchronous copies. The prologue starts two tiles,
// every pass makes a group whether or not there is a tile, and the wait leaves
// one group in flight.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin --variant=cpasync --stages=3 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: already pipelined
// CHECK: __shared__ float4 As[3][64];
// CHECK: // Prologue: start copying the first 2 tiles.
// CHECK-NEXT: int stage = 0, fill = 0;
// CHECK-NEXT: int kNext = 0;
// CHECK-NEXT: const bool hasTiles = kNext < N;
// CHECK-NEXT: for (; fill < 2; ++fill) {
// CHECK-NEXT: if (kNext < N) {
// CHECK-NEXT: __pipeline_memcpy_async(&As[fill][threadIdx.x], &A[threadIdx.x], sizeof(float4));
// CHECK-NEXT: A += 64;
// CHECK-NEXT: kNext += 64;
// CHECK-NEXT: }
// CHECK-NEXT: __pipeline_commit();
// CHECK-NEXT: }
// CHECK-NEXT: if (hasTiles) {
// CHECK-NEXT: __pipeline_wait_prior(1);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: for (int k = 0; k < N; k += 64) {
// CHECK-NEXT: // Start copying the tile that is 2 ahead while this one is used.
// CHECK-NEXT: if (kNext < N) {
// CHECK-NEXT: __pipeline_memcpy_async(&As[fill][threadIdx.x], &A[threadIdx.x], sizeof(float4));
// CHECK-NEXT: A += 64;
// CHECK-NEXT: kNext += 64;
// CHECK-NEXT: }
// CHECK-NEXT: __pipeline_commit();
// CHECK-EMPTY:
// CHECK-NEXT: sum += As[stage][63 - threadIdx.x].x;
// CHECK-NEXT: __pipeline_wait_prior(1);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: fill = stage;
// CHECK-NEXT: stage = stage == 2 ? 0 : stage + 1;
// CHECK-NEXT: }

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    A += 64;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
