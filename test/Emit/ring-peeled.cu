// Three stages, peeled: the loop ends when the last tile has been started, so
// its copies need no guard, and a second loop computes what is left, two tiles
// or fewer.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel --stages=3 -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel --stages=3 --api=pipeline --kernel=sums -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=PIPE
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel --stages=3 -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin --variant=cpasync --epilogue=peel --stages=3 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN-NOT: rewritten:
// AGAIN-NOT: left alone
// CHECK: __shared__ float4 As[3][64];
// CHECK: // Prologue: start copying the first 2 tiles.
// CHECK-NEXT: int stage = 0, fill = 0, left = 0;
// CHECK-NEXT: int kNext = 0;
// CHECK-NEXT: const bool hasTiles = kNext < N;
// CHECK-NEXT: for (; fill < 2; ++fill) {
// CHECK-NEXT: if (kNext < N) {
// CHECK-NEXT: __pipeline_memcpy_async(&As[fill][threadIdx.x], &A[threadIdx.x], sizeof(float4));
// CHECK-NEXT: A += 64;
// CHECK-NEXT: kNext += 64;
// CHECK-NEXT: ++left;
// CHECK-NEXT: }
// CHECK-NEXT: __pipeline_commit();
// CHECK-NEXT: }
// CHECK-NEXT: if (hasTiles) {
// CHECK-NEXT: __pipeline_wait_prior(1);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: for (; kNext < N; kNext += 64) {
// CHECK-NEXT: // Start copying the tile that is 2 ahead while this one is used.
// CHECK-NEXT: __pipeline_memcpy_async(&As[fill][threadIdx.x], &A[threadIdx.x], sizeof(float4));
// CHECK-NEXT: __pipeline_commit();
// CHECK-EMPTY:
// CHECK-NEXT: sum += As[stage][63 - threadIdx.x].x;
// CHECK-NEXT: __pipeline_wait_prior(1);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: fill = stage;
// CHECK-NEXT: stage = stage == 2 ? 0 : stage + 1;
// CHECK-NEXT: A += 64;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // Epilogue: compute the tiles that are left; empty groups keep the count.
// CHECK-NEXT: for (; left > 0; --left) {
// CHECK-NEXT: __pipeline_commit();
// CHECK-NEXT: sum += As[stage][63 - threadIdx.x].x;
// CHECK-NEXT: __pipeline_wait_prior(1);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: stage = stage == 2 ? 0 : stage + 1;
// CHECK-NEXT: }
// CHECK-NEXT: C[threadIdx.x] = sum;
// PIPE: for (; left > 0; --left) {
// PIPE-NEXT: pipe.producer_acquire();
// PIPE-NEXT: pipe.producer_commit();
// PIPE-NEXT: sum +=
// PIPE-NEXT: pipe.consumer_release();
// PIPE-NEXT: cuda::pipeline_consumer_wait_prior<1>(pipe);
// PIPE-NEXT: __syncthreads();

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

// What the computation uses of the loop's variables moves on in both loops.
__global__ void weighted(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
// CHECK: // Prologue: start copying the first 2 tiles.
// CHECK-NEXT: int stage = 0, fill = 0, left = 0;
// CHECK-NEXT: int k = 0;
// CHECK-NEXT: int kNext = k;
// CHECK: for (; kNext < N; k += 64, kNext += 64) {
// CHECK: for (; left > 0; --left) {
// CHECK: sum += k * As[stage][63 - threadIdx.x].x;
// CHECK: stage = stage == 2 ? 0 : stage + 1;
// CHECK-NEXT: k += 64;
// CHECK-NEXT: }
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += k * As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// There is always a first tile.
__global__ void body_first(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  int k = 0;
// CHECK: if (fill == 0 || (kNext < N)) {
// CHECK: while (kNext < N) {
// CHECK: for (; left > 0; --left) {
  do {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
    k += 64;
  } while (k < N);
  C[threadIdx.x] = sum;
}
