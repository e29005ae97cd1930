// More than two stages take asynchronous copies. What goes through registers
// has two buffers beside them, if the loads can run at two distances; else
// there are two stages, and the report says why.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --stages=4 --kernel=sums --print=plan 2>&1 | FileCheck %s --check-prefix=LDG
// LDG: plan form=ldg shape=predicate stages=2
// LDG: because 2 stages: what goes through registers is fetched one tile ahead
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel --stages=4 --kernel=sums --print=plan 2>&1 | FileCheck %s --check-prefix=PEEL
// PEEL: plan form=cpasync shape=peel stages=4
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=4 --kernel=sums --print=plan 2>&1 | FileCheck %s --check-prefix=FOUR
// FOUR: plan form=cpasync shape=predicate stages=4
// FOUR: tile As copy=async16 stages=4
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=8 --kernel=sums 2>&1 >/dev/null | FileCheck %s --check-prefix=BIG
// BIG: warning: loop left alone: {{.*}} [shared-memory-exceeded]

__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[448];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 448) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[447 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// RUN: %pipeline-rewrite %s %builtin --stages=4 --kernel=two_distances --print=plan 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: plan form=mixed shape=predicate stages=4
// TWO: tile As copy=register stages=2
// TWO: tile Bs copy=async16 stages=4
// TWO: ahead B{{$}}
// TWO-NEXT: ahead k, and near
__global__ void two_distances(const float *__restrict__ A, const float4 *__restrict__ B,
                              float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 2.0f * A[k + threadIdx.x];
    Bs[threadIdx.x] = B[threadIdx.x];
    B += 64;
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// RUN: %pipeline-rewrite %s %builtin --stages=4 --kernel=one_call --print=plan 2>&1 | FileCheck %s --check-prefix=CALL
// CALL: plan form=mixed shape=predicate stages=2
// CALL: because 2 stages: one statement fills tiles through registers and by asynchronous copies, which run at two distances
static __device__ void load(float *to, float4 *wide, const float *from, const float4 *many) {
  to[threadIdx.x] = 2.0f * from[threadIdx.x];
  wide[threadIdx.x] = many[threadIdx.x];
}

__global__ void one_call(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C,
                         int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    load(As, Bs, A + k, B + k);
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// RUN: %pipeline-rewrite %s %builtin --stages=4 --kernel=no_copy --print=plan 2>&1 | FileCheck %s --check-prefix=NOCOPY
// NOCOPY: plan form=mixed shape=predicate stages=2
// NOCOPY: because 2 stages: the loads run at two distances and would need a copy of 'start'
__global__ void no_copy(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C,
                        int N) {
  __shared__ float As[64];
  __shared__ float4 Bs[64];
  float sum = 0.0f;
  int start = threadIdx.x, &at = start;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 2.0f * A[at];
    Bs[threadIdx.x] = B[at];
    at += 64;
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * Bs[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// RUN: %pipeline-rewrite %s %builtin --stages=4 --kernel=counts --print=plan 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: plan form=cpasync shape=predicate stages=2
// COUNT: because 2 stages: the loop condition changes what it asks for
__global__ void counts(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  while (N-- > 0) {
    As[threadIdx.x] = A[threadIdx.x];
    A += 64;
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// RUN: %pipeline-rewrite %s %builtin --stages=4 --kernel=dynamic --print=plan 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: plan form=mixed shape=predicate stages=2
// DYNAMIC: because 2 stages: stages in dynamic shared memory are as many for every tile
static __global__ void dynamic(const float *__restrict__ A, const float4 *__restrict__ B, float *__restrict__ C,
                        int N) {
  extern __shared__ float4 memory[];
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = 2.0f * A[k + threadIdx.x];
    memory[threadIdx.x] = B[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x ^ 1] * memory[63 - threadIdx.x].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void launch(const float *A, const float4 *B, float *C) { dynamic<<<1, 64, 1024>>>(A, B, C, 640); }
