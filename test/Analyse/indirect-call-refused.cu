// A function reads memory where a loaded value says, and a break may be what keeps that value from being a wrong one.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s

__device__ float get(const float *p, int i) { return p[i]; }

struct Table {
  const float *p;
  __device__ float operator[](int i) const { return p[i]; }
  __device__ float at(int i) const { return p[i]; }
};

__global__ void called(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be what keeps the loads from an address that was loaded itself [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = get(A, I[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 100.0f)) break;
  }
  C[threadIdx.x] = sum;
}

__global__ void op(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Table t{A};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be what keeps the loads from an address that was loaded itself [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = t[I[k + threadIdx.x]];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 100.0f)) break;
  }
  C[threadIdx.x] = sum;
}

__global__ void member(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  Table t{A};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be what keeps the loads from an address that was loaded itself [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = t.at(I[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 100.0f)) break;
  }
  C[threadIdx.x] = sum;
}

__global__ void lambda(const float *__restrict__ A, const int *__restrict__ I, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
  auto f = [=](int i) { return A[i]; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a break may be what keeps the loads from an address that was loaded itself [early-exit]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = f(I[k + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (__syncthreads_or(sum > 100.0f)) break;
  }
  C[threadIdx.x] = sum;
}
