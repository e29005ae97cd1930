// The loop fills dynamic shared memory, and not every call is seen.
// ACCEPTED: callers.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

// It is called through a pointer as well.
__device__ float taken(const float *A, int N) {
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

__device__ float through(float (*F)(const float *, int)) {
  extern __shared__ float tile[];
  return F(tile + 64, 64);
}

__global__ void pointer(const float *A, float *C, int N) {
  C[threadIdx.x] = taken(A, N) + through(taken);
}
