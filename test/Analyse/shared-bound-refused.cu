// The loop writes what its head reads: asked a tile ahead, the head would get
// the old value.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: shared-bound.cu

__global__ void bound(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int End;
  if (threadIdx.x == 0)
    End = N;
  __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loop condition reads memory that the loop may write [condition-not-pure]
  for (int k = 0; k < End; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (threadIdx.x == 0 && sum < 0.0f)
      End = 0;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void step(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int Step[2];
  if (threadIdx.x < 2)
    Step[threadIdx.x] = 64;
  __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loop increment reads memory that the loop may write [condition-not-pure]
  for (int k = 0; k < N; k += Step[1]) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (threadIdx.x == 0 && sum < 0.0f)
      Step[1] = 128;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The tile itself.
__global__ void tile(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  As[0] = 1;
  __syncthreads();
  int sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loop condition reads memory that the loop may write [condition-not-pure]
  for (int k = 0; k < N && As[0]; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
