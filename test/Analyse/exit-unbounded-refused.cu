// The break may be what says which tiles there are: a tile must not be loaded
// before it.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: exit.cu

__global__ void by_vote_on_tile(const float *__restrict__ A, float *__restrict__ C, int N, int last) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it is left by a break that asks for 'more': the next tile may not be there [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    const bool more = k + 64 + int(threadIdx.x) < last;
    if (!__syncthreads_or(more))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void constant_limit(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  constexpr int LIMIT = 1 << 20;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the break may be all that says which tiles there are: the loop condition has a constant for a limit [early-exit]
  for (int k = 0; k < LIMIT; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void indirect(const float *__restrict__ A, float *__restrict__ C, int N, const int *__restrict__ list) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be what keeps the loads from an address that was loaded itself [early-exit]
  for (int k = 0; k < N; k += 64) {
    const int at = list[k + threadIdx.x];
    As[threadIdx.x] = A[at];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void guarded_by_memory(const float *__restrict__ A, float *__restrict__ C, int N, const int *__restrict__ list) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be what keeps the loads from an address that was loaded itself [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = list[k + threadIdx.x] < 0 ? 0.0f : A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

__global__ void before_its_tile(const float *__restrict__ A, float *__restrict__ C, int N, bool none) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it may be left before its tile is loaded [early-exit]
  for (int k = 0; k < N; k += 64) {
    if (none)
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
