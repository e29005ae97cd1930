// Arrays of dynamic shared memory all begin at one address: what the loop writes
// by one name, its head or its loads may read by another.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// ACCEPTED: shared-bound.cu

extern __shared__ float Left[];
extern __shared__ int End[];

__global__ void head(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  if (threadIdx.x == 0)
    End[0] = N;
  __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loop condition reads memory that the loop may write [condition-not-pure]
  for (int k = 0; k < End[0]; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (threadIdx.x == 0 && sum < 0.0f)
      Left[0] = 0.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void load(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  if (threadIdx.x == 0)
    End[0] = 0;
  __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[End[0] + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (threadIdx.x == 0 && sum < 0.0f)
      Left[0] = 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A part of one.
__global__ void part(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float *Mine = Left + 1;
  if (threadIdx.x == 0)
    End[1] = N;
  __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the loop condition reads memory that the loop may write [condition-not-pure]
  for (int k = 0; k < End[1]; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (threadIdx.x == 0 && sum < 0.0f)
      Mine[0] = 0.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
