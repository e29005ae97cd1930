// The loop fills dynamic shared memory, which a caller can name, too: each of
// these functions may be given a part of it.
// ACCEPTED: callers.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

// One of two calls passes shared memory.
template <class T> __device__ float twice(const T *A, int N) {
  extern __shared__ T tile[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}

__global__ void both(const float *A, float *C, int N) {
  extern __shared__ float tile[];
  C[threadIdx.x] = twice(A, N);
  C[threadIdx.x] += twice(tile + 64, 64);
}

// What the caller was given is not seen.
__device__ float inner(const float *A, int N) {
  extern __shared__ float tile[];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-source]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  return sum;
}

__device__ float outer(const float *A, int N) { return inner(A, N); }
