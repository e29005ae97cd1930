// memset() of a tile is a store and no use: what is missing is the barrier
// behind the computation, or nothing.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void last(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'As' is used after the last barrier, {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
    else
      memset(&As[threadIdx.x], 0, sizeof(float));
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[63 - i];
  }
  C[threadIdx.x] = sum;
}

__global__ void both(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a tile is filled by 'memset', which belongs to a library [load-in-callee]
  for (int k = 0; k < N; k += 64) {
    if (k + threadIdx.x < N)
      As[threadIdx.x] = A[k + threadIdx.x];
    else
      memset(&As[threadIdx.x], 0, sizeof(float));
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[63 - i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
