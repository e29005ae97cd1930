// A pipeline of the block waits where the barrier stands: what is read in front of
// it has not arrived. The primitives wait where the copies are.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --allow-occupancy-loss --api=pipeline-block -o - -- -DCUDART_VERSION=13000 2>&1 | %strip | FileCheck %s
// CHECK: in 'early'
// CHECK: with the primitives: shared memory is read between the loads and their barrier
// CHECK: in 'between'
// CHECK-NOT: with the primitives
__global__ void early(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if (k / 64 % 16 == 15)
      sum += As[threadIdx.x].y;
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void between(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    sum += 1;
    __syncthreads();
    if (k / 64 % 16 == 15)
      sum += As[threadIdx.x].y;
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch(const float4 *A, float *C, int N) {
  early<<<1, 64>>>(A, C, N);
  between<<<1, 64>>>(A, C, N);
}
