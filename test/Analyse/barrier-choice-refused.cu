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
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
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
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
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

// What is called depends on the template in some other way: what the others call no one has seen.
struct Block { __device__ void wait() { __syncthreads(); } static __device__ void meet() { __syncthreads(); } };

template <class S> __global__ void policy(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    S::meet();
    sum += As[63 - threadIdx.x];
    S::meet();
  }
  C[threadIdx.x] = sum;
}
template __global__ void policy<Block>(const float *, float *, int);

template <class S> __global__ void functor(const float *__restrict__ A, float *__restrict__ C, int N, S s) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    s.wait();
    sum += As[63 - threadIdx.x];
    s.wait();
  }
  C[threadIdx.x] = sum;
}
template __global__ void functor<Block>(const float *, float *, int, Block);

template <bool B> struct Tag {};
__device__ void meet(Tag<true>) { __syncthreads(); }
__device__ void meet(Tag<false>) { __syncwarp(); }
template <bool B> __global__ void tags(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    meet(Tag<B>());
    sum += As[63 - threadIdx.x];
    meet(Tag<B>());
  }
  C[threadIdx.x] = sum;
}
template __global__ void tags<true>(const float *, float *, int);

template <bool B> struct Which { struct Inner { static __device__ void meet() { __syncthreads(); } }; };
template <bool B> __global__ void nested(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    Which<B>::Inner::meet();
    sum += As[63 - threadIdx.x];
    Which<B>::Inner::meet();
  }
  C[threadIdx.x] = sum;
}
template __global__ void nested<true>(const float *, float *, int);

template <bool B> __device__ void all() { __syncthreads(); }
template <> __device__ void all<false>() { asm volatile("bar.sync 1, 32;"); }
template <bool B> __global__ void specialised(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    all<B>();
    sum += As[63 - threadIdx.x];
    all<B>();
  }
  C[threadIdx.x] = sum;
}
template __global__ void specialised<true>(const float *, float *, int);

template <class S> __device__ void through() { S::meet(); }
template <class S> __global__ void through_template(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    through<S>();
    sum += As[63 - threadIdx.x];
    through<S>();
  }
  C[threadIdx.x] = sum;
}
template __global__ void through_template<Block>(const float *, float *, int);

// The lesser one under a condition: it may do more, and may be passed by a part of the warp.
template <int T> __global__ void else_if(const float *__restrict__ A, float *__restrict__ C, int N, int waits) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (T > 32) __syncthreads(); else if (++waits) __syncwarp();
    sum += As[63 - threadIdx.x];
    if constexpr (T > 32) __syncthreads(); else if (++waits) __syncwarp();
  }
  C[threadIdx.x] = sum;
}
template __global__ void else_if<64>(const float *, float *, int, int);

// Of a part of the warp.
template <int T> __global__ void masked(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (T > 32) __syncthreads(); else __syncwarp(0xffff);
    sum += As[63 - threadIdx.x];
    if constexpr (T > 32) __syncthreads(); else __syncwarp(0xffff);
  }
  C[threadIdx.x] = sum;
}
template __global__ void masked<64>(const float *, float *, int, int);

// The condition of another instance is asked at run time.
template <int T> __global__ void asked(const float *__restrict__ A, float *__restrict__ C, int N, int count) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another instance has other code in place of a barrier [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if (T > 32 || count < 5) __syncthreads(); else __syncwarp();
    sum += As[63 - threadIdx.x];
    if (T > 32 || count < 5) __syncthreads(); else __syncwarp();
  }
  C[threadIdx.x] = sum;
}
template __global__ void asked<64>(const float *, float *, int, int);

// The second one asks another constant.
constexpr bool Waits = true;
template <int T> __global__ void hidden(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a name in its barriers may be another's [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (Waits) __syncthreads(); else __syncwarp();
    sum += As[63 - threadIdx.x];
    constexpr bool Waits = T > 32;
    if constexpr (Waits) __syncthreads(); else __syncwarp();
  }
  C[threadIdx.x] = sum;
}
template __global__ void hidden<64>(const float *, float *, int);
// CHECK: 16 loops: 0 rewritten
