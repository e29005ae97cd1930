// A pointer to a member: no rule says which one it is.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

struct Pair { float first, second; };

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N, float Pair::*which) {
  __shared__ float As[64];
  float sum = 0.0f;
  Pair last = {0.0f, 1.0f};
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-construct]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum += last.*which;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Where its text stands, which moves.
__device__ int placed(int value, int column = __builtin_COLUMN()) { return value + column; }
__global__ void columns(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-construct]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] * placed(1);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
