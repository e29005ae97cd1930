// All calls are seen: what is left out is a comment, or calls another function.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ void sums(const float *p, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: cpasync
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Sums {
  float *values;
};
__global__ void ofSums(const float *__restrict__ A, float *__restrict__ C, int N) {
#if 0
  extern __shared__ float all[];
  sums(all, C, 64); // not sums(A)
#endif
  sums(A, C, N);
#ifdef STAGED
  C[0] = 1.0f;
#endif
}
