// The nearest accepted neighbour of cleanup-refused.cu: the call is written out, and the array is another one.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s
__device__ void store(float *to) { *to = 5.0f; }

static __global__ void computes(const float *__restrict__ A, float *__restrict__ D, float *__restrict__ C, int K) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    store(D + k + 64 + threadIdx.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
