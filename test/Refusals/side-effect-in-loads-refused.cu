// Miscompile class: a side effect in the load. The counter would be one tile
// ahead of what other blocks expect.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int *__restrict__ Row, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [side-effect-in-loads]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[atomicAdd(Row, 1)];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Threads of a warp meet between two stores to one tile: the later one wins.
__global__ void swaps(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: threads of a warp meet between two stores to one tile{{.*}} [side-effect-in-loads]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncwarp();
    if (k / 64 % 16 == 15)
      As[threadIdx.x ^ 1] = B[k];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
