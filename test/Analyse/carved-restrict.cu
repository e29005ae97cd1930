// The author says with __restrict__ that the parts of the array are distinct.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --print=facts | FileCheck %s --check-prefix=FACTS

__global__ void sums(const float *A, float *__restrict__ C, int N) {
  extern __shared__ float buffer[];
  float *__restrict__ tile = buffer;
  float *__restrict__ const sum = tile + 64;
  sum[threadIdx.x] = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// FACTS: tile
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    float v = tile[63 - threadIdx.x];
    __syncthreads();
    sum[threadIdx.x] += v;
  }
  C[threadIdx.x] = sum[threadIdx.x];
}

// One of the two is enough; the array itself is the other name.
__global__ void rest(const float *A, float *__restrict__ C, int N) {
  __shared__ float buffer[128];
  float *__restrict__ tile = buffer + 64;
  buffer[threadIdx.x] = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += 64) {
    float *row = tile + threadIdx.x;
    *row = A[k + threadIdx.x];
    __syncthreads();
    float v = tile[63 - threadIdx.x];
    __syncthreads();
    buffer[threadIdx.x] += v;
  }
  C[threadIdx.x] = buffer[threadIdx.x];
}
