// More buffers in dynamic shared memory have sizes in numbers. Where another build of the file has other sizes, a tile keeps its one.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o - -- -DGIVEN=64 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten: --implicit-check-not=alone:
// RUN: %pipeline-rewrite %s %builtin --choose=rules --verify=kernels -o %t.cu -- -DGIVEN=64 2>&1 | FileCheck %s --check-prefix=RULES
// RULES: rewritten: ldg-single, 1 buffer, {{.*}}, in 'side'
// RULES: executed: {{.*}}, equal

#include "Inputs/build-sizes.h"

// A guard, and what no size depends on.
#ifndef BUILD_SIZES_CU
#define BUILD_SIZES_CU 1
#endif
#ifndef LEVEL
#define LEVEL 3
#endif
#define FIXED 64
#if FIXED > 32
#define HALF (FIXED / 2)
#endif

// CHECK: :[[@LINE+4]]:3: remark: rewritten: ldg, 2 stages, {{.*}}, in 'fixed'
static __global__ void fixed(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += FIXED) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < FIXED; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runFixed(const float *A, float *C, int N) {
#if LEVEL > 2
  C += HALF;
#endif
  fixed<<<1, FIXED, FIXED * sizeof(float)>>>(A, C, N);
}

// CHECK: :[[@LINE+7]]:3: warning: loop left alone: {{.*}}: 'side' depends on 'SIDE', which another build makes another [dynamic-shared-memory]
#ifndef SIDE
#define SIDE 64
#endif
static __global__ void side(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += SIDE) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < SIDE; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runSide(const float *A, float *C, int N) { side<<<1, SIDE, SIDE * sizeof(float)>>>(A, C, N); }

// Through other macros, constants and types; from a header; from the command line.
#define DOUBLE_SIDE (2 * SIDE)
constexpr int QUARTER = DOUBLE_SIDE / 8;
#ifdef PRECISE
typedef double Real;
#else
typedef float Real;
#endif
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}: 'QUARTER' depends on an #if, {{.*}} [dynamic-shared-memory]
static __global__ void constant(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i / QUARTER];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runConstant(const float *A, float *C, int N) { constant<<<1, 64, 256>>>(A, C, N); }

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}: 'Ds' depends on 'Real', {{.*}} [dynamic-shared-memory]
static __global__ void type(const Real *__restrict__ A, Real *__restrict__ C, int N) {
  extern __shared__ Real Ds[];
  Real sum = 0;
  for (int k = 0; k < N; k += 64) {
    Ds[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Ds[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runType(const Real *A, Real *C, int N) { type<<<1, 64, 512>>>(A, C, N); }

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}: 'header' depends on 'WIDE', {{.*}} [dynamic-shared-memory]
static __global__ void header(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += WIDE) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < WIDE; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runHeader(const float *A, float *C, int N) { header<<<1, 64, 256>>>(A, C, N); }

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}: 'given' depends on 'GIVEN', {{.*}} [dynamic-shared-memory]
static __global__ void given(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += GIVEN) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < GIVEN; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runGiven(const float *A, float *C, int N) { given<<<1, 64, 256>>>(A, C, N); }

// The launch: its block, a variable that an #if changes or declares, a function, what a variable is changed to.
#ifdef LARGE
constexpr int threads() { return 128; }
#else
constexpr int threads() { return 64; }
#endif
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}: another build may give 'LARGE' another value, and the kernel other sizes [dynamic-shared-memory]
static __global__ void called(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runCalled(const float *A, float *C, int N) { called<<<1, threads(), 512>>>(A, C, N); }

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}: another build may give 'LARGE' another value, {{.*}} [dynamic-shared-memory]
static __global__ void chosen(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runChosen(const float *A, float *C, int N) {
#ifdef LARGE
  const int block = 128;
#else
  const int block = 64;
#endif
  const dim3 shape(block);
  chosen<<<1, shape, 512>>>(A, C, N);
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}: another build may give '{{SIDE|LARGE}}' another value, {{.*}} [dynamic-shared-memory]
static __global__ void bytes(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runBytes(const float *A, float *C, int N) {
  size_t size = 256;
  size = SIDE * sizeof(float);
  bytes<<<1, 64, size>>>(A, C, N);
}

// Tiles that would have to move to dynamic memory.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}}; it stays static, because 'As' depends on 'SIDE', {{.*}} [shared-memory-exceeded]
static __global__ void moved(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[SIDE][128];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 1) {
    for (int i = 0; i < SIDE; ++i)
      As[i][threadIdx.x] = A[(k * SIDE + i) * 128 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < SIDE; ++i)
      sum += As[i][127 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runMoved(const float *A, float *C, int N) { moved<<<1, 128>>>(A, C, N); }
