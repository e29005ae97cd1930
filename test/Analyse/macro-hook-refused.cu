// Miscompile class: a macro that stands for nothing, or drops what it is given, here, and stores what the next tile loads
// in another build.
// ACCEPTED: macro-hook.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -- -I%S/Inputs "-DGIVEN(x)=" 2>&1 >/dev/null | FileCheck %s

#ifndef TRACE
#define TRACE(to, value)
#endif
__global__ void hook(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'TRACE' stands for nothing here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    TRACE(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#if defined(NOTE)
#else
#define NOTE(to, value) (void)0
#endif
__global__ void other_side(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'NOTE' stands for nothing here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    NOTE(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifndef AT_END
#define AT_END
#endif
__global__ void without_arguments(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'AT_END' stands for nothing here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    AT_END;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Under another name.
#define NOTHING(to, value)
#define STORES(to, value) *(to) = value
#ifndef CHOSEN
#define CHOSEN NOTHING
#endif
__global__ void by_another(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'CHOSEN' stands for nothing here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    CHOSEN(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// In a function that the loop calls.
#ifndef INNER
#define INNER(to, value)
#endif
__device__ void finish(int *to, int value) { INNER(to, value); }
__global__ void in_callee(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'INNER' stands for nothing here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    finish(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// On the command line.
__global__ void given(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'GIVEN' stands for nothing here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    GIVEN(data[k + 64 + threadIdx.x] = sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Of a header that is nothing else.
#include "hook.h"
__global__ void in_header(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'HOOK' stands for nothing here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    HOOK(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What it is given runs in one build alone.
#ifdef DEBUG
#define DEBUG_ONLY(x) x
#else
#define DEBUG_ONLY(x)
#endif
__global__ void dropped(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'DEBUG_ONLY' is given more than a value, and another build's may do without it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    DEBUG_ONLY(data[k + 64 + threadIdx.x] = sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define LATE(to, value) *(to) = value
#ifndef RELEASED
#undef LATE
#define LATE(to, value)
#endif
__global__ void taken_away(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'LATE' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    LATE(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define BACK(to, value) *(to) = value
#pragma push_macro("BACK")
#undef BACK
#define BACK(to, value)
#ifdef CHECKED
#pragma pop_macro("BACK")
#endif
__global__ void comes_back(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'BACK' is another macro in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    BACK(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By another macro.
#define ONLY(x) DEBUG_ONLY(x)
__global__ void dropped_within(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'DEBUG_ONLY' is given more than a value, and another build's may do without it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    ONLY(data[k + 64 + threadIdx.x] = sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The header of a system has both.
#include <assert.h>
__global__ void asserted(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'assert' is given more than a value, and another build's may do without it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    assert((data[k + 64 + threadIdx.x] = sum) != 7);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#define CHECKED(x) assert((x) != 7)
__global__ void asserted_within(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'assert' is given more than a value, and another build's may do without it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    CHECKED(data[k + 64 + threadIdx.x] = sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A number of the build makes the name.
#define LOG_0(to, value)
#define LOG_1(to, value) *(to) = value
#ifndef LEVEL
#define LEVEL 0
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
__global__ void pasted(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'JOIN' makes a name, which depends on 'LEVEL' and is another in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    JOIN(LOG_, LEVEL)(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// Memory by a name of the build.
#ifdef IN_PLACE
#define TARGET data
#else
#define TARGET C
#endif
__global__ void named(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'TARGET' names memory here, and may name other memory in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    TARGET[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
