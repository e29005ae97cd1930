// Miscompile class: a call is another function's in another build, since its name, its file or the type that chooses it is
// another. Nothing of the kernel or of what it calls here stands in an #if.
// ACCEPTED: other-build-calls.cu
// RUN: %pipeline-rewrite %s %builtin -- -std=c++17 -I%S/Inputs/builds 2>&1 >/dev/null | FileCheck %s

struct Fast {
  static __device__ void publish(int *to, int value) {}
};
struct Safe {
  static __device__ void publish(int *to, int value) { *to = value; }
};

namespace case1 {
namespace fast {
__device__ void publish(int *to, int value) {}
} // namespace fast
namespace safe {
__device__ void publish(int *to, int value) { *to = value; }
} // namespace safe
#ifdef CHECKED
using namespace safe;
#else
using namespace fast;
#endif
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case1

namespace case2 {
namespace fast {
__device__ void publish(int *to, int value) {}
} // namespace fast
namespace safe {
__device__ void publish(int *to, int value) { *to = value; }
} // namespace safe
#ifdef CHECKED
namespace chosen = safe;
#else
namespace chosen = fast;
#endif
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    chosen::publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case2

namespace case3 {
namespace fast {
__device__ void publish(int *to, int value) {}
} // namespace fast
namespace safe {
__device__ void publish(int *to, int value) { *to = value; }
} // namespace safe
#ifndef WAY
#define WAY fast
#endif
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    WAY::publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case3

namespace case4 {
#ifdef CHECKED
struct Policy : Safe {};
#else
struct Policy : Fast {};
#endif
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    Policy::publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case4

namespace case5 {
struct Policy :
#ifdef CHECKED
    Safe
#else
    Fast
#endif
{};
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    Policy::publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case5

namespace case6 {
template <class T> struct PolicyOf {
  using Type = Fast;
};
#ifdef CHECKED
template <> struct PolicyOf<int> {
  using Type = Safe;
};
#endif
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    PolicyOf<int>::Type::publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case6

namespace case7 {
#ifdef DOUBLE
typedef double real;
#else
typedef float real;
#endif
__device__ void publish(int *to, float value) {}
__device__ void publish(int *to, double value) { *to = value; }
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    real value = sum; publish(data + k + 64 + threadIdx.x, value);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case7

namespace case8 {
__device__ __attribute__((weak)) void publish(int *to, int value) {}
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case8

namespace case9 {
#ifdef CHECKED
#include "publish-safe.h"
#else
#include "publish-fast.h"
#endif
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case9

namespace case10 {
namespace fast {
__device__ void publish(int *to, int value) {}
} // namespace fast
namespace safe {
__device__ void publish(int *to, int value) { *to = value; }
} // namespace safe
#ifdef CHECKED
using namespace safe;
#else
using namespace fast;
#endif
template <class T> __device__ void step(T *to, T value) { publish(to, value); }
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'step', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    step(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case10

// Headers that an #if leaves out: one may have an overload, the other a specialisation.
namespace case11 {
__device__ void publish(int *to, long value) {}
#ifdef CHECKED
#include "overloads.h"
#endif
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case11

namespace case12 {
template <class T> struct Target {
  static __device__ void publish(T *to, T value) {}
};
} // namespace case12
#ifdef CHECKED
#include "specialisations.h"
#endif
namespace case12 {
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    Target<int>::publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace case12
