// A vote on top of the body stays there; what it asks, and who needs its result, must not be the next tile's loads.
// RUN: %pipeline-rewrite %s %builtin --assume-tiles-exist --variant=ldg-single 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --kernel=left_before_the_first 2>&1 >/dev/null | FileCheck %s --check-prefix=DEFAULT
// ACCEPTED: ../Emit/vote-on-top.cu

__global__ void result_is_loaded_by(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the next tile's loads need 'many', which a vote of this tile sets [other-barrier]
  for (int k = 0; k < N; k += 64) {
    const int many = __syncthreads_count(sum > 9.0f);
    As[threadIdx.x] = A[k + (threadIdx.x + many) % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum;
}

__global__ void not_of_the_vote(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: that all threads leave it together is not seen [early-exit]
  for (int k = 0; k < N; k += 64) {
    const int many = __syncthreads_count(sum > 9.0f);
    if (sum > many)
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum;
}

__global__ void of_the_thread(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: that all threads leave it together is not seen [early-exit]
  for (int k = 0; k < N; k += 64) {
    if (__syncthreads_count(sum > 9.0f) > threadIdx.x)
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum;
}

__global__ void in_front_of_the_vote(const float *__restrict__ A, float *__restrict__ C, int N, bool none) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it may be left before its tile is loaded [early-exit]
  for (int k = 0; k < N; k += 64) {
    if (none)
      break;
    const int many = __syncthreads_count(sum > 9.0f);
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * many;
  }
  C[threadIdx.x] = sum;
}

__global__ void under_a_condition(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it can be left in the middle of a tile [early-exit]
  for (int k = 0; k < N; k += 64) {
    if (k > 64) {
      if (__syncthreads_and(sum > 9.0f))
        break;
    }
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void left_before_the_first(const float *__restrict__ A, float *__restrict__ C, int N, bool empty) {
  __shared__ float As[64];
  float sum = 0.0f;
  int k = 0;
// DEFAULT: :[[@LINE+1]]:3: warning: loop left alone: it may be left before its first tile, which the loop condition is not asked about [early-exit]
  do {
    if (__syncthreads_or(empty))
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    k += 64;
  } while (k < N);
  C[threadIdx.x] = sum;
}

__global__ void tile_used_behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: it is left where 'As' holds the next tile, and the tile is used after it [early-exit]
  for (int k = 0; k < N; k += 64) {
    if (__syncthreads_and(sum > 9.0f))
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum + As[threadIdx.x];
}

__global__ void on_shared_memory(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int flags[64];
  float sum = 0.0f;
  flags[threadIdx.x] = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a vote is taken on what other threads may change [other-barrier]
  for (int k = 0; k < N; k += 64) {
    if (__syncthreads_and(flags[threadIdx.x]))
      break;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    flags[63 - threadIdx.x] = sum > 9.0f;
  }
  C[threadIdx.x] = sum;
}
