// The attribute `cleanup` calls a function where the block ends.
// ACCEPTED: cleanup.cu
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s
__device__ void store(float **to) { **to = 5.0f; }

static __global__ void computes(const float *A, float *D, float *C, int K) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: a call in the loop cannot be looked into [unknown-call]
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    float *to __attribute__((cleanup(store))) = D + k + 64 + threadIdx.x;
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
