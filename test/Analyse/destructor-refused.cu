// Miscompile class: an effect that is hidden, here in a destructor that writes
// the tile.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

struct Clear {
  float *At;
  __device__ ~Clear() { *At = 0.0f; }
};

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    Clear clear{&As[threadIdx.x]};
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
