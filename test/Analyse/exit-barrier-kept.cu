// The last barrier that a break leaves behind is the one between loads and
// computation. It stays where reads in front of it must not meet writes behind
// the loop.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg-single -o - 2>/dev/null | %strip | FileCheck %s

// CHECK-LABEL: void read_early
// CHECK: for (int k
// CHECK: sum += scratch
// CHECK-NEXT: __syncthreads();
// CHECK: if (once)
// CHECK-NEXT: break;
__global__ void read_early(const float *__restrict__ A, float *__restrict__ C, int N, bool once) {
  __shared__ float As[64], scratch[64];
  float sum = 0.0f;
  scratch[threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    sum += scratch[63 - threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (once)
      break;
    __syncthreads();
  }
  scratch[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = scratch[63 - threadIdx.x];
}

// A vote in front of the break is a barrier that stays anyway.
// CHECK-LABEL: void behind_a_vote
// CHECK: for (int k
// CHECK: sum += scratch
// CHECK-NOT: __syncthreads();
// CHECK: if (__syncthreads_or(sum > 9.0f))
__global__ void behind_a_vote(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], scratch[64];
  float sum = 0.0f;
  scratch[threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    sum += scratch[63 - threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  scratch[threadIdx.x] = sum;
  __syncthreads();
  C[threadIdx.x] = scratch[63 - threadIdx.x];
}
