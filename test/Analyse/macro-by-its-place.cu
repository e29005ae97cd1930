// Another build's macro of the same name is none of a loop's business where its own definition stands under the same
// conditions as the loop: every build that has the loop has that one in force.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// CHECK-COUNT-3: schedules, equal

#define LAYOUT 1
#if LAYOUT == 0

#define AT(i, j) A[atomicAdd(counter, 1) + (i) * 64 + (j)]
__global__ void byColumns(const float *__restrict__ A, float *__restrict__ C, int *counter, int n) {
  C[threadIdx.x] = AT(0, threadIdx.x);
}
#undef AT

#elif LAYOUT == 1

__global__ void byRows(const float *__restrict__ A, float *__restrict__ C, int n) {
#define AT(i, j) A[(i) * 64 + (j)]
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = AT(k, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
#undef AT
}

#if defined(WITH_STRIDE)
#define STRIDE(n) (n)
#endif

// Defined anew, with another one in between that is of no loop.
#define AT(i, j) A[(i) + (j) * n]
__global__ void strided(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = AT(k, threadIdx.x);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#undef AT

#define ROW(i) (i) * 64
#define AT(i, j) A[ROW(i) + (j)]
__device__ float taken(const float *A, int k) { return AT(k, threadIdx.x); }
#undef AT
#undef ROW
__global__ void inFunction(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = taken(A, k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * threadIdx.x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#endif
