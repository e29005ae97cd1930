// The words of a fill mean another element by the time of the guarded store, or the tile
// of the iteration says which one.
// ACCEPTED: stale-filled.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

enum { offset = 1 };
#define AT at
using Type = float;
#define TYPE Type

// A condition around the store moves the index.
__global__ void moving(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    int at = threadIdx.x;
    As[at] = 0;
    if ((at += 16) > 0)
      if (k + threadIdx.x < N)
        As[at] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// An enumerator of the same name.
__global__ void enumerators(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    As[offset * 16 + threadIdx.x] = 0;
    if (k + threadIdx.x < N) {
      enum Inner { offset = 2 };
      As[offset * 16 + threadIdx.x] = A[k + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The same in a guard that is the same for all tiles.
__global__ void guarding(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    if (offset + (threadIdx.x & 1) == 2)
      As[threadIdx.x] = 0;
    if (k + threadIdx.x < N) {
      enum Inner { offset = 2 };
      if (offset + (threadIdx.x & 1) == 2)
        As[threadIdx.x] = A[k + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A macro names the variable that another one hides.
__global__ void macros(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    const int at = threadIdx.x;
    As[AT] = 0;
    if (k + threadIdx.x < N) {
      const int at = threadIdx.x + 16;
      As[AT] = A[k + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Lines have numbers.
__global__ void lines(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    As[(__LINE__ & 1) * 16 + threadIdx.x] = 0;
    if (k + threadIdx.x < N)
      As[(__LINE__ & 1) * 16 + threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another tile of the iteration has the index.
__global__ void listed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  __shared__ int List[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    List[threadIdx.x] = threadIdx.x + k / 16 % 2 * 16;
    As[List[threadIdx.x]] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The same by a local.
__global__ void read(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  __shared__ int List[16];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    List[threadIdx.x] = threadIdx.x + k / 16 % 2 * 16;
    const int at = List[threadIdx.x];
    As[at] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A macro names the type that another one hides.
__global__ void types(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    As[16 * sizeof(TYPE) / 4 - 16 + threadIdx.x] = 0;
    if (k + threadIdx.x < N) {
      using Type = double;
      As[16 * sizeof(TYPE) / 4 - 16 + threadIdx.x] = A[k + threadIdx.x];
    }
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What is a comment here is none there.
__global__ void commented(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    As[threadIdx.x // + 16
    ] = 0;
    if (k + threadIdx.x < N)
      As[threadIdx.x //
         + 16] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Hidden within a template's argument, by a macro.
template <int N> struct Number { static constexpr int value = N; };
constexpr int places = 2;
#define PLACES places
__global__ void numbers(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    if (k + threadIdx.x < N) {
      As[threadIdx.x + 16 * Number<PLACES>::value] = A[k + threadIdx.x];
    } else {
      constexpr int places = 1;
      As[threadIdx.x + 16 * Number<PLACES>::value] = 0;
    }
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Blanks count where a macro makes a text of them.
#define TEXT(x) #x
__global__ void blanks(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[48];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [stale-tile]
  for (int k = 0; k < N; k += 16) {
    As[(sizeof(TEXT(a + 1)) == 6) * 16 + threadIdx.x] = 0;
    if (k + threadIdx.x < N)
      As[(sizeof(TEXT(a +1)) == 6) * 16 + threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 48; ++i)
      sum += As[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
