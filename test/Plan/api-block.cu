// All threads of the block are seen to run these loops, as often as each other.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline-block --print=plan -- -DCUDART_VERSION=13000 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --api=pipeline-block --kernel=leaves --print=plan | FileCheck %s --check-prefix=OLD
// OLD: plan form=cpasync {{.*}} api=pipeline-block{{$}}
// OLD: because a barrier stays in the loop: producer_acquire() may not wait before CUDA 13.0

// CHECK-LABEL: in leaves
// CHECK: plan form=cpasync {{.*}} api=pipeline-block wait-is-barrier
// CHECK: because the waits for the pipeline take the place of the loop's barriers
__global__ void leaves(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0;
  if (blockIdx.x * blockDim.x >= N)
    return; // the whole block
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  if (threadIdx.x >= N)
    return;
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: in outer
// CHECK: plan form=cpasync {{.*}} api=pipeline-block wait-is-barrier
__host__ __device__ constexpr int ceilDiv(int a, int b) { return (a + b - 1) / b; }
__constant__ int limit;
struct Sizes {
  int rows, columns;
};
__global__ void outer(const float4 *__restrict__ A, float *__restrict__ C, const Sizes sizes) {
  __shared__ float4 As[64];
  int tiles = ceilDiv(sizes.columns, 64), left;
  if (tiles > 7 && limit)
    tiles = min(tiles, limit);
  for (int row = blockIdx.x; row < sizes.rows; row += gridDim.x) {
    float sum = 0;
    if (row == limit)
      continue;
    for (int i = 0; i < 4; ++i)
      if (A[i].x > threadIdx.x)
        break; // leaves another loop
    left = tiles;
    while (left-- > 0) {
      As[threadIdx.x] = A[left + threadIdx.x];
      __syncthreads();
      sum += As[63 - threadIdx.x].x;
      __syncthreads();
    }
    C[threadIdx.x] = sum;
  }
}

// The computation exchanges values of its own: a barrier stays.
// CHECK-LABEL: in exchange
// CHECK: plan form=cpasync {{.*}} api=pipeline-block{{$}}
// CHECK: because a barrier stays in the loop: it orders more than asynchronous copies
__global__ void exchange(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ float sums[64];
  sums[threadIdx.x] = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sums[threadIdx.x] += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sums[63 - threadIdx.x];
}

// CHECK-LABEL: in mixed
// CHECK: plan form=mixed {{.*}} api=pipeline-block hold-loads{{$}}
__global__ void mixed(const float4 *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  __shared__ float Bs[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Bs[threadIdx.x] = -B[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x * Bs[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
