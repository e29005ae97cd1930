// A break that all threads take together, on what the computation found; a vote
// of the block as a barrier among others.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg --print=plan | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=ASYNC
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=cpasync --stages=3 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=RING
// RUN: not %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg --epilogue=peel --strict 2>&1 >/dev/null | FileCheck %s --check-prefix=PEEL

// The vote stands where the second barrier would: all copies are waited for.
// CHECK: in at_the_end
// CHECK: plan form=ldg
// ASYNC-LABEL: void at_the_end
// ASYNC: done = sum
// ASYNC: __pipeline_wait_prior(0);
// ASYNC-NEXT: if (__syncthreads_and(done))
// ASYNC-NEXT: break;
// ASYNC-NEXT: stage ^= 1;
// ASYNC-NEXT: }
// ASYNC-NEXT: C[threadIdx.x] = sum;
// RING-LABEL: void at_the_end
// RING: done = sum
// RING: __pipeline_wait_prior(1);
// RING-NEXT: if (__syncthreads_and(done))
// RING: // A break leaves the copies of the next tile behind.
// RING-NEXT: __pipeline_wait_prior(0);
// RING-NEXT: C[threadIdx.x] = sum;
// PEEL: loop left alone: the last tile would be computed although the loop was left before it [cannot-peel]
__global__ void at_the_end(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64 && !done; ++i) {
      sum += As[i].x;
      done = sum > 100.0f;
    }
    if (__syncthreads_and(done))
      break;
  }
  C[threadIdx.x] = sum;
}

// CHECK: in between
// CHECK: plan form=ldg
// ASYNC-LABEL: void between
// ASYNC: if (left == 0)
// ASYNC: __pipeline_wait_prior(0);
// ASYNC-NEXT: __syncthreads();
// ASYNC: // A break leaves the copies of the next tile behind.
// ASYNC-NEXT: __pipeline_wait_prior(0);
// ASYNC-NEXT: C[threadIdx.x] = sum;
__global__ void between(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  int left;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    left = __syncthreads_count(sum < 100.0f);
    if (left == 0)
      break;
    sum -= As[63 - threadIdx.x].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// No break: the vote scales the sum.
// CHECK: in vote_alone
// CHECK: plan form=ldg
__global__ void vote_alone(const float4 *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    const int many = __syncthreads_count(sum > 0.0f);
    sum /= 1 + many;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Of a kernel's parameter all threads see the same.
// CHECK: in by_parameter
// CHECK: plan form=ldg
__global__ void by_parameter(const float4 *__restrict__ A, float *__restrict__ C, int N, bool once) {
  __shared__ float4 As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
    if (once)
      break;
  }
  C[threadIdx.x] = sum;
}
