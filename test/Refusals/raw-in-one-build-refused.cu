// Another build converts or computes what this one copies.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o %t.cu 2>&1 | FileCheck %s
#ifndef REAL
#define REAL float
#endif
#ifndef SCALE
#define SCALE(x) (x)
#endif
__global__ void source(const REAL *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: {{.*}}another build may convert its value, by 'REAL' [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void carried(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: {{.*}}another build may convert its value, by 'REAL' [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    REAL value = A[k + threadIdx.x];
    As[threadIdx.x] = value;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void wrapped(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  // CHECK: :[[@LINE+1]]:3: warning: {{.*}}another build may convert its value, by 'SCALE' [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = SCALE(A[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 3 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
