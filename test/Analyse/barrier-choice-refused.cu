// What the other instances have must be a barrier of fewer threads, in all places alike.
// ACCEPTED: barrier-choice.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

template <bool Warp> __global__ void one_of_two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// The pipelined loop keeps one of the two, which an instance may have as the lesser.
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: its barriers may be unlike each other in another instance [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Warp) __syncwarp(); else __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void one_of_two<false>(const float *, float *, int);

template <bool W> struct Threads { static __device__ void meet() { __syncthreads(); } };
template <> struct Threads<true> { static __device__ void meet() { __syncwarp(); } };
template <bool Warp> __global__ void one_specialised(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: its barriers may be unlike each other in another instance [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Threads<Warp>::meet();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void one_specialised<false>(const float *, float *, int);

// Both instances are here, and one text is for both.
template <bool Warp> __global__ void both(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the instance 'both<true>' has no barrier of the block in it [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (Warp) __syncwarp(); else __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Warp) __syncwarp(); else __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void both<false>(const float *, float *, int);
template __global__ void both<true>(const float *, float *, int);

template <bool Warp> __global__ void both_specialised(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the instance 'both_specialised<true>' has no barrier of the block in it [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Threads<Warp>::meet();
    sum += As[63 - threadIdx.x];
    Threads<Warp>::meet();
  }
  C[threadIdx.x] = sum;
}
template __global__ void both_specialised<false>(const float *, float *, int);
template __global__ void both_specialised<true>(const float *, float *, int);

// Warps elsewhere may count how often it is passed.
template <bool Named> __global__ void named(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (Named) asm volatile("bar.sync 1, 32;"); else __syncthreads();
    sum += As[63 - threadIdx.x];
    if constexpr (Named) asm volatile("bar.sync 1, 32;"); else __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void named<false>(const float *, float *, int);

// The condition is no constant.
__global__ void at_run_time(const float *__restrict__ A, float *__restrict__ C, int N, int Threads) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a barrier stands under a condition [barrier-in-condition]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if (Threads > 32) __syncthreads(); else __syncwarp();
    sum += As[63 - threadIdx.x];
    if (Threads > 32) __syncthreads(); else __syncwarp();
  }
  C[threadIdx.x] = sum;
}
// CHECK: 6 loops: 0 rewritten
