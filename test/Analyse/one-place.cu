// Plain stores of one value to one element may meet; copies in flight may not. What
// all threads store to one element of goes through registers.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s

__global__ void scaled(const float *__restrict__ A, const float *__restrict__ S, float *__restrict__ C, int N) {
  __shared__ float As[64], scale;
  float sum = 0.0f;
  // CHECK: :[[@LINE+3]]:3: remark: rewritten: mixed,
  // CHECK: 'scale' goes through registers: all threads store to one element of it
  // CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    scale = S[k / 64];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * scale;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Row {
  float values[4];
};

__global__ void every(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Row rows[4];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}rows: all threads store to one element of it [copy-not-raw]
  for (int k = 0; k < N; k += 16) {
    for (int i = 0; i < 16; ++i)
      rows[i / 4].values[i % 4] = A[k + i];
    __syncthreads();
    sum += rows[threadIdx.x % 4].values[threadIdx.x / 4 % 4];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Each row of threads stores its own.
__global__ void rowsOfThreads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[16];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync,
  for (int k = 0; k < N; k += 16) {
    if (threadIdx.x == 0)
      As[threadIdx.y] = A[k + threadIdx.y];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}
