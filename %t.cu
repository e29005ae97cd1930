// What the numbers of this build show of a loop, those of another do not.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg -o %t.cu 2>&1 | FileCheck %s
#ifndef SIZE
#define SIZE 4096
#endif
#ifndef COUNT
#define COUNT 2
#endif
#ifdef FROM_HALO
constexpr int First = -64;
#else
constexpr int First = 0;
#endif
#ifdef NARROW
typedef int Pair;
#else
typedef int2 Pair;
#endif

// The next tile is part of the object only if that is as large as here.
__device__ float object[SIZE];
__global__ void within(float *__restrict__ C) {
  __shared__ float As[64];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be all that says which tiles there are: nothing shows that the next one is part of 'object' [early-exit]
  for (int k = 0; k < 4096; k += 64) {
    As[threadIdx.x] = object[k + threadIdx.x % 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] + 1.0f;
    if (__syncthreads_or(sum > 9.0f))
      break;
  }
  C[threadIdx.x] = sum;
}

// The computation writes both indices before it reads them, if it writes both.
__global__ void scratch(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  int at[2];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}'at'{{.*}} [load-depends-on-compute]
  for (int k = 0; k < N; k += 64) {
    at[0] = k + t;
    at[1] = k + t + 32;
    s[t] = A[at[0]];
    s[t + 32] = A[at[1]];
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      for (int i = 0; i < COUNT; ++i)
        at[i] = j + i;
      sum += s[at[0] % 64] * 3 - s[at[1] % 64];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// As a whole, if the type is as large as here.
__global__ void pair(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  int at[2];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}'at'{{.*}} [load-depends-on-compute]
  for (int k = 0; k < N; k += 64) {
    at[0] = k + t;
    at[1] = k + t + 32;
    s[t] = A[at[0]];
    s[t + 32] = A[at[1]];
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      *reinterpret_cast<Pair *>(at) = Pair();
      sum += s[at[0] % 64] * 3 - s[at[1] % 64];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// A thread copies two values, if it begins at its own number.
__global__ void start(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: a copy loop may begin below zero in another build, by 'First', and has more rounds than registers then [copy-loop-not-constant]
  for (int k = 0; k < N; k += 64) {
    for (int i = threadIdx.x + First; i < 64; i += 32)
      if (i >= 0)
        As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
