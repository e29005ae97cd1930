// A function of a header: its halves stand in front of the kernel, once for
// both loops, and the header stays.
// RUN: cp %S/Inputs/load.cuh %t.dir.cuh
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - -- -I %S/Inputs 2>%t.err | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: cmp %S/Inputs/load.cuh %t.dir.cuh

#include "load.cuh"
#undef CHANGES
#define CHANGES 2

constexpr int ROWS = TILE_ROWS;

// CHECK: // load_rows(), first half: reads global memory into registers.
// CHECK-NEXT: template <typename T, typename V = int>
// CHECK-NEXT: __device__ void load_rows_fetch(T (&toNext)[TILE_ROWS / 32], const T *from,
// CHECK-NEXT: V rows) {
// CHECK: toNext[i] = 0;
// CHECK: toNext[i] = from[i * 32 + threadIdx.x];
// CHECK: // load_rows(), second half
// CHECK-NEXT: template <typename T, typename V = int>
// CHECK-NEXT: __device__ void load_rows_store(const T (&toNext)[TILE_ROWS / 32], T *to) {
// CHECK: to[i * 32 + threadIdx.x] = toNext[i];
// CHECK: // The first kernel.
// CHECK-NEXT: __global__ void sums(

// REPORT: remark: rewritten: ldg, {{.*}} in 'sums'
// REPORT: remark: rewritten: ldg, {{.*}} in 'more'
// REPORT: warning: loop left alone: 'load_changing' holds a preprocessor condition or a macro that changes [conditional-compilation]
// REPORT: warning: loop left alone: 'load' is in a header, and in another namespace [load-in-callee]

// The first kernel.
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: float AsNext[TILE_ROWS / 32];
// CHECK: load_rows_fetch(AsNext, A + kNext, N);
// CHECK: load_rows_store<float, int>(AsNext, As[stage ^ 1]);
  for (int k = 0; k < N; k += ROWS) {
    load_rows(As, A + k, N);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
__global__ void more(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// CHECK-NOT: second half
// CHECK: load_rows_fetch(AsNext, A + kNext, N);
  for (int k = 0; k < N; k += ROWS) {
    load_rows(As, A + k, N);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
__global__ void changed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += ROWS) {
    load_changing(As, A + k);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
__global__ void elsewhere(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += ROWS) {
    other::load(As, A + k);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
