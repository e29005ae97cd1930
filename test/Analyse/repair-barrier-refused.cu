// Two barriers are missing, or one that this place cannot have: nothing is added.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --repair-barrier 2>&1 | FileCheck %s
// ACCEPTED: repair-barrier.cu
// CHECK-NOT: rewritten:

// The sums behind the barrier race with the next stores, those above it with
// these.
__global__ void both(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: no barrier stands between the stores to 'As' {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    for (int i = 0; i < 32; ++i)
      sum += As[i];
    __syncthreads();
    for (int i = 32; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum;
}

// One statement fills and reads: there is no place between.
__global__ void inside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [missing-barrier]
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    if (k < N) {
      As[threadIdx.x] = A[k + threadIdx.x];
      sum += As[63 - threadIdx.x];
    }
  }
  C[threadIdx.x] = sum;
}

// With the barrier the loop would still not be one to pipeline: another reason
// is given.
__global__ void aliases(const float *A, float *C, int N) {
  __shared__ float As[64];
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [may-alias]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    C[k + threadIdx.x] = As[63 - threadIdx.x];
  }
}
// CHECK: 3 loops: 0 rewritten, 0 already pipelined, 3 refused
