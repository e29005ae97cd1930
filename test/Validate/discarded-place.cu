// Text that is written names a function of the system's, and the likest place of the old text is a branch that an
// instance discards, where nothing has a meaning: another place says what the name means.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg --epilogue=predicate -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=NEW < %t.cu

template <int Threads> __global__ void stored(const float *__restrict__ A, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [may-alias]
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

// NEW: void sums(
// NEW: {{^}}    __syncwarp(); // holds the loads up here
__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
