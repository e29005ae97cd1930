// Bound and step in shared memory: the rewritten loop runs as often as the
// original, and indices that later tiles alone need a barrier for are read behind
// one.
// REQUIRES: cuda-toolkit
// RUN: %pipeline-rewrite %s --variant=cpasync --stages=3 2>&1 >/dev/null | FileCheck %s

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int End, Step[2];
  if (threadIdx.x == 0) {
    End = N;
    Step[1] = 64;
  }
  __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync, 3 stages
// CHECK: run      executed: {{.*}}, equal
  for (int k = 0; k < End; k += Step[1]) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void indices(const float *__restrict__ A, const int *__restrict__ I,
                        float *__restrict__ C, int N) {
  __shared__ float As[64];
  __shared__ int at[1024];
  for (int j = threadIdx.x; j < N; j += 64)
    at[j] = I[j];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: cpasync, 2 stages
// CHECK: run      executed: {{.*}}, equal
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[at[k == 0 ? threadIdx.x : 63 - threadIdx.x + k]];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
