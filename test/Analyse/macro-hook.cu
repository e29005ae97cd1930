// The nearest accepted neighbours of macro-hook-refused.cu: macros that are the same in all builds, that give a value, that
// say how code is compiled, or whose other definition is in view and computes no more.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#define TRACE(to, value)
__global__ void in_all_builds(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
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

#ifndef TILE
#define TILE 64
#endif
#ifndef LARGER
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef UNROLLED
#define UNROLLED
#endif
__global__ void values(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    UNROLLED for (int i = 0; i < TILE; ++i) sum = LARGER(sum, tile[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef DEBUG
#define PRINT(value) printf("%d\n", value)
#else
#define PRINT(value)
#endif
__global__ void other_in_view(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    PRINT(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#include <assert.h>
#define CHECKED(x) assert((x) != 0x7654321)
__global__ void asserted(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    assert(sum != k + N + 0x7654321);
    CHECKED(sum - k);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define STORE_0(to, value) *(to) = value
#define STORE_1(to, value)
__global__ void pasted_in_all_builds(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    JOIN(STORE_, 1)(&data[k + 64 + threadIdx.x], sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef WIDER
#define ROW 2
#else
#define ROW 1
#endif
__global__ void number_in_place(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    C[k * ROW + threadIdx.x] = sum;
    __syncthreads();
  }
}
