// What stands behind the last barrier writes global memory that the next tile's
// computation reads: the load barrier stays. Elsewhere it goes.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - | %strip | FileCheck %s

__global__ void reads(const float *__restrict__ A, float *__restrict__ G, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += G[threadIdx.x ^ 1];
    __syncthreads();
    G[threadIdx.x] = sum;
  }
}
// CHECK-LABEL: void reads(
// CHECK: __syncwarp();
// CHECK-EMPTY:
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: for (int i = 0; i < 64; ++i)

__global__ void writes(const float *__restrict__ A, float *__restrict__ G, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    G[threadIdx.x] = sum;
    __syncthreads();
    sum += G[threadIdx.x ^ 1];
  }
  C[threadIdx.x] = sum;
}
// CHECK-LABEL: void writes(
// CHECK: __syncwarp();
// CHECK-EMPTY:
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: for (int i = 0; i < 64; ++i)

__global__ void apart(const float *__restrict__ A, const float *__restrict__ G, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += G[threadIdx.x ^ 1];
    __syncthreads();
    C[threadIdx.x] = sum;
  }
}
// CHECK-LABEL: void apart(
// CHECK: __syncwarp();
// CHECK-EMPTY:
// CHECK-NEXT: for (int i = 0; i < 64; ++i)
