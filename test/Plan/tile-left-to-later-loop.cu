// Two loops fill one array, and how many threads a block has is not known: each
// may read what the other leaves. Several buffers in the first would refuse the
// second; with one, both are pipelined.
// RUN: %pipeline-rewrite %s %builtin --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s

extern "C" __global__ void two(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single
// CHECK: executed: {{.*}} equal
  for (int k = N; k < 2 * N; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * 2.0f;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] += sum;
}

// The second is left alone by its author: the first has several buffers.
extern "C" __global__ void off(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i];
    __syncthreads();
  }
// CHECK: :[[@LINE+2]]:3: warning: loop left alone: a comment says so
  // pipeline-rewrite: off
  for (int k = N; k < 2 * N; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i] * 2.0f;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}

// The second is no loop to pipeline: it may be left in the middle of a tile.
extern "C" __global__ void unsafe(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg, 2 stages
// CHECK: executed: {{.*}} equal
  for (int k = 0; k < N; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += As[i];
    __syncthreads();
  }
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [early-exit]
  for (int k = N; k < 2 * N; ++k) {
    As[threadIdx.x] = A[k * 256 + threadIdx.x];
    __syncthreads();
    if (As[threadIdx.x] > 1e6f)
      return;
    for (int i = 0; i < 256; ++i)
      sum += As[i] * 2.0f;
    __syncthreads();
  }
  C[blockIdx.x * 256 + threadIdx.x] = sum;
}
