// A type that an #if or a namespace chooses has no words: the register is the tile's.
// RUN: %pipeline-rewrite %s %builtin --choose=rules --variant=ldg -o %t.cu 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=warning:
// REMARK-COUNT-6: remark: rewritten: ldg,
// RUN: %strip %t.cu | FileCheck %s
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=different
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DWIDE -DSIGN=signed -DINPUT='const double *' 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=different
// SAME-COUNT-6: equal

#ifndef SIGN
#define SIGN unsigned
#endif
#ifndef INPUT
#define INPUT const float *
#endif
namespace narrow {
struct Pair {
  float x, y;
};
} // namespace narrow
namespace wide {
struct Pair {
  double x, y;
};
} // namespace wide
#ifdef WIDE
using namespace wide;
constexpr double Third = 1.0 / 3;
__device__ double third(const float *A, int i) { return A[i] * Third; }
#else
using namespace narrow;
constexpr float Third = 1.0f / 3;
__device__ float third(const float *A, int i) { return A[i] * Third; }
#endif
typedef float item;

// CHECK-LABEL: void halfAMacro(
// CHECK: double RowNext;
__global__ void halfAMacro(const SIGN char *__restrict__ A, double *__restrict__ C, int N) {
  __shared__ double Row[64];
  double sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void wholePointer(
// CHECK: double RowNext;
__global__ void wholePointer(INPUT A, double *__restrict__ C, int N) {
  __shared__ double Row[64];
  double sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void function(
// CHECK: double RowNext;
__global__ void function(const float *__restrict__ A, double *__restrict__ C, int N) {
  __shared__ double Row[64];
  double sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = third(A, k + threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void constant(
// CHECK: float RowNext;
__global__ void constant(const float *__restrict__ A, double *__restrict__ C, int N) {
  __shared__ double Row[64];
  double sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x] * Third;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void member(
// CHECK: double RowNext;
__global__ void member(const Pair *__restrict__ A, double *__restrict__ C, int N) {
  __shared__ double Row[64];
  double sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x].y;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void hidden(
// CHECK: float RowNext;
__global__ void hidden(const item *__restrict__ A, double *__restrict__ C, int N) {
  __shared__ double Row[64];
  double sum = 1;
  for (int k = 0; k < N; k += 64) {
    typedef int item;
    item zero = 0;
    Row[threadIdx.x] = A[k + threadIdx.x] + zero;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
