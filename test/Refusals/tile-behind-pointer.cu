// The function that holds the loop names the array.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float buffer[];
  float *tile = buffer;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A pointer to what the caller keeps in global memory, and no tile: each thread
// updates its own elements.
__device__ void scale(float *out, int N) {
  for (int k = 0; k < N; k += 64) {
    out[k + threadIdx.x] *= 2.0f;
    __syncthreads();
  }
}

// An accessor names it, and the storage is not the kernel's to grow.
template <class T> struct Shared {
  __device__ operator T *() {
    extern __shared__ int raw[];
    return (T *)raw;
  }
};

__device__ float *own() {
  __shared__ float array[64];
  return array;
}

__global__ void given(const float *__restrict__ A, float *__restrict__ C, int N) {
  float *tile = Shared<float>(), *other = own();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg-single,
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    other[threadIdx.x] = A[k + 63 - threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x] * other[threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
