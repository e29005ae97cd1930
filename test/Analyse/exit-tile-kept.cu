// The tile is read behind the loop, which a break leaves in front of the stores
// of the next one; nothing else is read behind a break that stands later.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg-single -o - 2>/dev/null | %strip | FileCheck %s

// CHECK-LABEL: void last_tile
// CHECK: sum += As[i];
// CHECK-NEXT: if (once)
// CHECK-NEXT: break;
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: if (hasNext) {
// CHECK-NEXT: As[threadIdx.x] = AsNext;
__global__ void last_tile(const float *__restrict__ A, float *__restrict__ C, int N, bool once) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (once)
      break;
    __syncthreads();
  }
  C[threadIdx.x] = sum + As[63 - threadIdx.x];
}

// With the barrier on top, too.
// CHECK-LABEL: void on_top
// CHECK: sum += As[i];
// CHECK-NEXT: if (once)
// CHECK-NEXT: break;
// CHECK: __syncthreads();
// CHECK-NEXT: if (hasNext) {
// CHECK-NEXT: As[threadIdx.x] = AsNext;
__global__ void on_top(const float *__restrict__ A, float *__restrict__ C, int N, bool once) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (once)
      break;
  }
  C[threadIdx.x] = sum + As[63 - threadIdx.x];
}

// CHECK-LABEL: void behind_the_stores
// CHECK: As[threadIdx.x] = AsNext;
// CHECK: if (once)
// CHECK-NEXT: break;
__global__ void behind_the_stores(const float *__restrict__ A, float *__restrict__ C, int N, bool once) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
    if (once)
      break;
  }
  C[threadIdx.x] = sum;
}
