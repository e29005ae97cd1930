// Aliases of pointers that are not __restrict__ in every build.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg 2>&1 >/dev/null -- '-DPOINTER=const float *__restrict__' | FileCheck %s --implicit-check-not=rewritten:
// ACCEPTED: restrict-beside-elements.cu

#ifdef WIDE
typedef double real;
#else
typedef float real;
#endif

// Its word is a macro.
#ifndef APART
#define APART __restrict__
#endif
typedef const real *APART Word;
// CHECK: :[[@LINE+4]]:3: warning: {{.*}} [may-alias]
__global__ void by_word(Word A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
// It is chosen itself, or through another.
#ifdef WIDE
typedef const real *Branch;
#else
typedef const real *__restrict__ Branch;
#endif
// CHECK: :[[@LINE+4]]:3: warning: {{.*}} [may-alias]
__global__ void by_branch(Branch A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
using Through = const Branch;
// CHECK: :[[@LINE+4]]:3: warning: {{.*}} [may-alias]
__global__ void through_alias(Through A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
// A macro takes its place.
#ifdef PLAIN
#define Given const float *
#endif
typedef const real *__restrict__ Given;
// CHECK: :[[@LINE+4]]:3: warning: {{.*}} [may-alias]
__global__ void by_other_macro(Given A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
// All of it is a macro.
typedef POINTER Whole;
// CHECK: :[[@LINE+4]]:3: warning: {{.*}} [may-alias]
__global__ void by_whole(Whole A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
