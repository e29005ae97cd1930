// Stores through what a function gives out or an object holds may reach what the
// next tile's loads read.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

struct View { float *p; };
struct Ref { float &r; };
__device__ float &at(const View &v, int i) { return v.p[i]; }

__global__ void by_reference(const float *A, float *B, int N) {
  __shared__ float As[64];
  View out{B};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'B' {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    at(out, k + threadIdx.x) = As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void reference_member(const float *A, float *B, int N) {
  __shared__ float As[64];
  Ref out{B[64]};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a store to 'B' {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    out.r = As[63 - threadIdx.x];
    __syncthreads();
  }
}

__global__ void temporary(const float *A, float *B, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-store]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    View{B}.p[k + threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
  }
}
