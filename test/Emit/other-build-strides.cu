// A stride of another build may bring a thread back to an element that it has copied.
// RUN: %pipeline-rewrite %s %builtin --choose=rules --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#ifndef STRIDE
#define STRIDE 64
#endif
enum { Fixed = 64 };

__global__ void strided(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[128];
  float sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: no tile can be copied by cp.async: Row: a thread may store to one element again {{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    for (int j = 0; j < 2; ++j)
      Row[threadIdx.x + j * STRIDE] = A[k + threadIdx.x + j];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: remark: rewritten: {{.*}} in 'same'
__global__ void same(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[128];
  float sum = 1;
  for (int k = 0; k < N; k += 64) {
    for (int j = 0; j < 2; ++j)
      Row[threadIdx.x + j * Fixed] = A[k + threadIdx.x + j];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
