// The name means something else where it is written.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --epilogue=predicate 2>&1 >/dev/null | FileCheck %s

namespace own {
__device__ void __syncwarp() {}

template <int Threads> __global__ void stored(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [instances-differ]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    if constexpr (Threads > 32) __syncthreads(); else __syncwarp();
    sum += As[threadIdx.x ^ 1];
    if constexpr (Threads > 32) __syncthreads(); else __syncwarp();
    C[k + threadIdx.x] = sum;
    A = C;
  }
  C[threadIdx.x] = sum;
}
template __global__ void stored<64>(const float *, float *, int);

__device__ void meet() {
  if constexpr (sizeof(int) == 4) __syncthreads(); else __syncwarp();
}

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace own
