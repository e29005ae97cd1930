// Two arrays in one, both filled before they are used, take no turns; nor is a
// value that the computation itself sets a prefetch.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off 2>&1 >/dev/null | FileCheck %s --implicit-check-not='already pipelined:'
// ACCEPTED: turns-unrolled.cu

__global__ void both(const float *A, float *C, int N) {
  __shared__ float As[2][64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[0][threadIdx.x] = A[k + threadIdx.x];
    As[1][threadIdx.x] = A[k + N + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[0][i] * As[1][i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}

__global__ void own(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f, next = A[threadIdx.x];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [load-depends-on-compute]
  for (int k = 64; k < N; k += 64) {
    As[threadIdx.x] = next;
    __syncthreads();
    next = A[k + threadIdx.x];
    for (int i = 0; i < 64; ++i)
      next += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + next;
}
