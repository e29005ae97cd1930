// What another build makes another type is written as the program names it.
// RUN: %pipeline-rewrite %s %builtin --choose=rules --variant=ldg -o %t.cu 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=warning:
// REMARK-COUNT-18: remark: rewritten: ldg,
// RUN: %strip %t.cu | FileCheck %s
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=different
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DREAL=double -DWIDE -DCOUNT='unsigned char' 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=different
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin -- -DREAL='signed char' 2>&1 | FileCheck %s --check-prefix=SAME --implicit-check-not=different
// SAME-COUNT-18: equal

#ifndef REAL
#define REAL float
#endif
#include <cuda_bf16.h>
#ifdef WIDE
typedef double real;
using item = float;
#define number(x) (x)
#else
typedef short real;
using item = __nv_bfloat16;
#define number(x) __bfloat162float(x)
#endif
typedef item *__restrict__ Items;
#ifndef COUNT
#define COUNT int
#endif

// CHECK-LABEL: void byMacro(
// CHECK: REAL RowNext;
__global__ void byMacro(const REAL *__restrict__ A, REAL *__restrict__ C, int N) {
  __shared__ REAL Row[64];
  REAL sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The value is promoted to int in this build.
// CHECK-LABEL: void promoted(
// CHECK: real RowNext;
__global__ void promoted(const real *__restrict__ A, real *__restrict__ C, int N) {
  __shared__ real Row[64];
  real sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = k + threadIdx.x < N - 3 ? A[k + threadIdx.x] / 3 : 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void guarded(
// CHECK: real RowNext;
__global__ void guarded(const real *__restrict__ A, real *__restrict__ C, int N) {
  __shared__ real Row[64];
  real sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = k + threadIdx.x < N - 3 ? A[k + threadIdx.x] : 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What is kept in a local is of the local's type.
// CHECK-LABEL: void local(
// CHECK: float vNext;
__global__ void local(const REAL *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 1;
  for (int k = 0; k < N; k += 64) {
    const float v = A[k + threadIdx.x];
    Row[threadIdx.x] = v * v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void counted(
// CHECK: COUNT kNext = 0;
__global__ void counted(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int Row[64];
  int sum = 1;
  for (COUNT k = 0; k < N / 64; ++k) {
    Row[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void pointed(
// CHECK: real RowNext;
__global__ void pointed(const real *__restrict__ A, real *__restrict__ C, int N) {
  __shared__ real Row[64];
  real sum = 1;
  const real *p = A;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
    p += 64;
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void kept(
// CHECK: REAL vNext[2];
__global__ void kept(const REAL *__restrict__ A, REAL *__restrict__ C, int N) {
  __shared__ REAL Row[128];
  REAL sum = 1;
  for (int k = 0; k < N; k += 128) {
    REAL v[2];
    for (int i = 0; i < 2; ++i)
      v[i] = A[k + threadIdx.x + 64 * i];
    for (int i = 0; i < 2; ++i)
      Row[threadIdx.x + 64 * i] = v[i];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: fillFetch(real &{{.*}}, const real *
__device__ void fill(real *Row, const real *A) {
  Row[threadIdx.x] = A[threadIdx.x] / 3;
}
__global__ void called(const real *__restrict__ A, real *__restrict__ C, int N) {
  __shared__ real Row[64];
  real sum = 1;
  for (int k = 0; k < N; k += 64) {
    fill(Row, A + k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Calls, views and casts: what they are given or give.
template <class T> struct View {
  const T *Data;
  __device__ T operator()(int At) const { return Data[At]; }
};
__device__ REAL read(const REAL *A, int At) { return A[At]; }

// CHECK-LABEL: void viewed(
// CHECK: REAL RowNext;
__global__ void viewed(View<REAL> A, REAL *__restrict__ C, int N) {
  __shared__ REAL Row[64];
  REAL sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A(k + threadIdx.x) / 3;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void cached(
// CHECK: REAL RowNext;
__global__ void cached(const REAL *__restrict__ A, REAL *__restrict__ C, int N) {
  __shared__ REAL Row[64];
  REAL sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = __ldg(A + k + threadIdx.x) / 3;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void returned(
// CHECK: REAL RowNext;
__global__ void returned(const REAL *__restrict__ A, REAL *__restrict__ C, int N) {
  __shared__ REAL Row[64];
  REAL sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = read(A, k + threadIdx.x) / 3;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void cast(
// CHECK: REAL RowNext;
__global__ void cast(const char *__restrict__ A, REAL *__restrict__ C, int N) {
  __shared__ REAL Row[64];
  REAL sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = *(const REAL *)(A + (k + threadIdx.x) * sizeof(REAL)) / 3;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A copy of an object of a class, and the alias of a pointer to it.
// CHECK-LABEL: void converted(
// CHECK: item RowNext;
// CHECK: item Row2Next;
__global__ void converted(Items A, const item *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float Row[64], Row2[64];
  float sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = number(A[k + threadIdx.x]);
    Row2[threadIdx.x] = number(B[k + threadIdx.x]) * 2;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * Row2[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void deduced(
// CHECK: real vNext;
__global__ void deduced(const real *__restrict__ A, real *__restrict__ C, int N) {
  __shared__ real Row[64];
  real sum = 1;
  auto p = A + threadIdx.x;
  for (int k = 0; k < N; k += 64) {
    auto v = *p;
    Row[threadIdx.x] = v / 3;
    p += 64;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A member's type is the class's, or what its template is given.
struct Args {
  const REAL *Data;
};
template <class T> struct Two {
  const T *First;
  const REAL *Second;
};
// CHECK-LABEL: void member(
// CHECK: REAL RowNext;
__global__ void member(Args A, REAL *__restrict__ C, int N) {
  __shared__ REAL Row[64];
  REAL sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A.Data[k + threadIdx.x] / 3;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK-LABEL: void members(
// CHECK: real RowNext;
// CHECK: REAL RowNext2;
__global__ void members(Two<real> A, REAL *__restrict__ C, int N) {
  __shared__ REAL Row[64];
  REAL sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = A.First[k + threadIdx.x] / 3 + A.Second[k + threadIdx.x] / 3;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Where both are stored the tile's type is right, whatever they are.
// CHECK-LABEL: void either(
// CHECK: float RowNext;
__global__ void either(const REAL *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = threadIdx.x & 1 ? A[k + threadIdx.x] : B[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What a function gives whose type is that of its `return`, and what a macro
// declares with the type that it is given.
__device__ auto deduced(const REAL *Of, int i) { return Of[i] / 3; }
#define GIVEN(Type, Name) const Type *__restrict__ Name
// CHECK-LABEL: void byReturn(
// CHECK: double RowNext;
// CHECK: REAL RowNext2;
__global__ void byReturn(GIVEN(REAL, A), double *__restrict__ C, int N) {
  __shared__ double Row[128];
  double sum = 1;
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x] = deduced(A, k + threadIdx.x);
    Row[threadIdx.x + 64] = A[k + threadIdx.x] / 3;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
