// A build that defines the macro loads or stores other memory, which the loop or its tiles then meet.
// RUN: %pipeline-rewrite %s %builtin -o %t.cu 2>&1 | FileCheck %s
#ifndef TARGET
#define TARGET C
#endif
#ifndef CELL
#define CELL C[k + 64 + threadIdx.x]
#endif
#ifndef TILE
#define TILE As
#endif
#ifndef TO
#define TO to
#endif

__global__ void given(float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  float *out = TARGET;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'TARGET' names memory here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    out[k + 64 + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void element(float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'CELL' names memory here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    CELL = sum;
    __syncthreads();
  }
}

__global__ void tile(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Bs[64];
  float sum = 0;
  Bs[threadIdx.x] = 1;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'TILE' names memory here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + TILE[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + Bs[0];
}

__device__ void put(float *to, float *from, int i, float v) { TO[i] = v; }
__global__ void called(float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'TO' names memory here, and another build may define it [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    put(C, A, k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
}
