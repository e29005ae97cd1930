// A shared array of the function's own whose address gets out of it: a caller
// may pass it back.
// ACCEPTED: leak.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__device__ float *returned(const float *A, float *C, int N) {
  __shared__ float As[64];
  float *tile = As;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[threadIdx.x] += As[63 - threadIdx.x];
    __syncthreads();
  }
  return tile;
}

struct Keeper {
  const float *Kept;
};

__device__ void keep(const float *P, Keeper *K) { K->Kept = P; }

__device__ float kept(const float *A, Keeper *K, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  keep(As, K);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}

__device__ float number(const float *A, unsigned long long *Where, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  *Where = (unsigned long long)&As[1];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}

__device__ float object(const float *A, Keeper *K, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  *K = Keeper{As};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}

struct Complex {
  float x, y;
};
struct Where {
  const Complex *At;
};
__device__ Where operator+(const Complex &a, int) { return Where{&a}; }

__device__ float kept(const Complex *A, Where *K, int N) {
  __shared__ Complex As[64];
  float sum = 0.0f;
  *K = As[1] + 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x].x;
    __syncthreads();
  }
  return sum;
}
