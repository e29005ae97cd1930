// Options in comments hold for one loop each.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg 2>&1 >/dev/null | FileCheck %s

__global__ void above(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  // pipeline-rewrite: stages=3 variant=cpasync
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync, 3 stages, predicate, in 'above'
#pragma unroll 1
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void beside(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, peel, in 'beside'
  for (int k = 0; k < N; k += 64) { /* pipeline-rewrite: epilogue=peel */
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What holds for one loop does not hold for the next.
__global__ void without(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // pipeline-rewrite: assume-noalias
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages, predicate, in 'without'
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[threadIdx.x + k] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void next(const float *A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[threadIdx.x + k] = sum;
    __syncthreads();
  }
}
