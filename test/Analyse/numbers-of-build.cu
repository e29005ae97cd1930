// Numbers of a build that nothing hangs on, and words that hold for each number.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
#ifndef STEP
#define STEP 64
#endif
#define BY STEP
#ifndef SIZE
#define SIZE 64
#endif
#ifndef TILE
#define TILE 8
#endif
#define FIXED 64

// A factor keeps a number from zero on; macros that may be sums are held together.
// CHECK: remark: rewritten: {{.*}} in 'start'
// CHECK: executed: {{.*}}, equal
// TEXT: float AsNext[((SIZE) + (BY) - 1) / (BY)];
// TEXT: const int i = t + iRound * (BY);
__global__ void start(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const int t = threadIdx.y * TILE + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    for (int i = t; i < SIZE; i += BY)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: rewritten: {{.*}} in 'fixed'
// CHECK: executed: {{.*}}, equal
// TEXT: float AsNext[(FIXED + FIXED - 1) / FIXED];
__global__ void fixed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const int t = threadIdx.y * 8 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    for (int i = t; i < FIXED; i += FIXED)
      As[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[t] = sum;
}

// Each half writes what it reads, whatever the size of the tile.
// CHECK: remark: rewritten: {{.*}} in 'scratch'
// CHECK: executed: {{.*}}, equal
__global__ void scratch(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[SIZE];
  const int t = threadIdx.y * 8 + threadIdx.x;
  int at[2];
  float sum = 0.0f;
  for (int k = 0; k < N; k += SIZE) {
    at[0] = k + t;
    at[1] = k + t + 1;
    s[t % SIZE] = A[at[0]] + A[at[1]];
    __syncthreads();
    for (int j = 0; j < SIZE; j += 2) {
      for (int i = 0; i < 2; ++i)
        at[i] = j + i;
      sum += s[at[0] % SIZE] * 3 - s[at[1] % SIZE];
    }
    __syncthreads();
  }
  C[t] = sum;
}
