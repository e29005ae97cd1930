// The most stages that keep the blocks per SM, 4 at most unless more are allowed.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=auto --arch=sm_86 --print=plan --kernel='sums|wide' 2>&1 | FileCheck %s --check-prefix=GA104
// GA104: plan form=cpasync shape=predicate stages=3
// GA104: tile As copy=async16 stages=3
// GA104: because 3 stages: sums on sm_86 would drop from 6 to 5 blocks per SM with 4
// GA104: plan form=cpasync shape=predicate stages=2
// GA104: because 2 stages, the fewest there are: wide on sm_86 would drop from 4 to 2 blocks per SM with 2

// As many as were allowed; and of two architectures the one that holds least counts.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=auto --arch=sm_90 --print=plan --kernel=sums 2>&1 | FileCheck %s --check-prefix=MOST
// MOST: because 4 stages, as many as were allowed: they keep the blocks per SM
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=auto:8 --arch=sm_90 --print=plan --kernel=sums 2>&1 | FileCheck %s --check-prefix=EIGHT
// EIGHT: because 6 stages: sums on sm_90 would drop from 8 to 7 blocks per SM with 7
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=auto --arch=sm_86,sm_90 --print=plan --kernel=sums 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: because 3 stages: sums on sm_86 would drop
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=auto:8 --arch=sm_90 --block=1024 --print=plan --kernel=sums 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: because 8 stages, as many

// Tiles that go through registers count twice at most: three times 9 KB would not fit.
// RUN: %pipeline-rewrite %s %builtin --stages=auto --arch=sm_86 --print=plan --kernel=mixed 2>&1 | FileCheck %s --check-prefix=MIXED
// MIXED: tile As copy=register stages=2
// MIXED: tile Bs copy=async16 stages=3
// MIXED: because 3 stages: mixed on sm_86 would drop from 4 to 3 blocks per SM with 4

// What waits in registers is one tile ahead, as ever.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --stages=auto --print=plan 2>&1 | FileCheck %s --check-prefix=LDG
// LDG: because 2 stages: what goes through registers is fetched one tile ahead

__global__ void __launch_bounds__(256) sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[256];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[255 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(256) wide(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[5][256];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 1280) {
#pragma unroll
    for (int i = 0; i < 5; ++i)
      As[i][threadIdx.x] = A[k + i * 256 + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x % 5][255 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(384) mixed(const float *__restrict__ A, const float4 *__restrict__ B,
                                             float *__restrict__ C, int N) {
  __shared__ float As[1280];
  __shared__ float4 Bs[256];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 256) {
#pragma unroll
    for (int i = 0; i < 5; ++i)
      As[i * 256 + threadIdx.x] = 2.0f * A[5 * k + i * 256 + threadIdx.x];
    Bs[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[255 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
