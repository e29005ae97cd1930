// What a pointer leads to is not where the pointer lies, and a static member is the same by any object's name: each store
// reaches what the next tile's load reads.
// ACCEPTED: fixed-pointer.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null -- -std=c++17 | FileCheck %s

__constant__ float *held;
__device__ float table[4096];

struct Place {
  static constexpr float *Data = table;
  static constexpr float &First = table[0];
};

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: a store to 'held' may change {{.*}} [may-alias]
__global__ void through_constant_memory(float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = held[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    held[k + 127 - threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+4]]:3: warning: loop left alone: a store to 'table' may change {{.*}} [may-alias]
__global__ void named_pointer(float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = table[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    Place::Data[k + 127 - threadIdx.x] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: :[[@LINE+5]]:3: warning: loop left alone: a store to 'table' may change {{.*}} [may-alias]
__global__ void through_an_object(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  Place place;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] + place.First;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    if (threadIdx.x == 0)
      table[0] = sum;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
