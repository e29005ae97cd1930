// Written in a loop that may make no round, used after the loop, or reached
// through a pointer: a value may pass.
// ACCEPTED: scratch-in-both-halves.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__global__ void perhaps(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float s[64];
  float v = 0.0f, sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-depends-on-compute]
  for (int k = 0; k < n; k += 64) {
    for (int j = 0; j < m; ++j)
      v = A[k + j + threadIdx.x];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      v = s[i];
      sum += v;
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void last(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float v = 0.0f, sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-depends-on-compute]
  for (int k = 0; k < n; k += 64) {
    v = A[k + threadIdx.x];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      v = s[i];
      sum += v;
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum + v;
}

__global__ void known(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float v = 0.0f, sum = 0.0f;
  float *p = &v;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-depends-on-compute]
  for (int k = 0; k < n; k += 64) {
    v = A[k + threadIdx.x];
    s[threadIdx.x] = *p;
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      v = s[i];
      sum += v;
    }
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
