// The nearest refused neighbours of macro-by-its-place.cu: another build may have another definition in force at the loop.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

// Under conditions of its own.
#ifdef TAKES_TICKETS
#define FIRST(i, j) A[atomicAdd(counter, 1) + (i) * 64 + (j)]
#else
#define FIRST(i, j) A[(i) * 64 + (j)]
#endif
__global__ void conditional(const float *__restrict__ A, float *__restrict__ C, int *counter, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'FIRST' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = FIRST(k, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Replaced between its definition and the loop.
#define SECOND(i, j) A[(i) * 64 + (j)]
#ifdef TAKES_TICKETS
#undef SECOND
#define SECOND(i, j) A[atomicAdd(counter, 1) + (i) * 64 + (j)]
#endif
__global__ void replaced(const float *__restrict__ A, float *__restrict__ C, int *counter, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'SECOND' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = SECOND(k, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What it uses is another one.
#ifdef TAKES_TICKETS
#define PLACE(i) atomicAdd(counter, 1) + (i) * 64
#else
#define PLACE(i) (i) * 64
#endif
#define THIRD(i, j) A[PLACE(i) + (j)]
__global__ void used(const float *__restrict__ A, float *__restrict__ C, int *counter, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'PLACE' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = THIRD(k, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A definition that was put away comes back.
#ifdef TAKES_TICKETS
#define FOURTH(i, j) A[atomicAdd(counter, 1) + (i) * 64 + (j)]
#pragma push_macro("FOURTH")
#undef FOURTH
#endif
#define FOURTH(i, j) A[(i) * 64 + (j)]
#ifdef TAKES_TICKETS
#pragma pop_macro("FOURTH")
#endif
__global__ void restored(const float *__restrict__ A, float *__restrict__ C, int *counter, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'FOURTH' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = FOURTH(k, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another one within the loop.
#define FIFTH(i, j) A[(i) * 64 + (j)]
__global__ void within(const float *__restrict__ A, float *__restrict__ C, int *counter, int n) {
  __shared__ float tile[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'FIFTH' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = FIFTH(k, threadIdx.x);
    __syncthreads();
#undef FIFTH
#define FIFTH(i, j) tile[i]
    for (int i = 0; i < 64; ++i)
      sum += FIFTH(i, 0) * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#undef FIFTH
#ifdef TAKES_TICKETS
#define FIFTH(i, j) A[atomicAdd(counter, 1) + (i) * 64 + (j)]
#endif
