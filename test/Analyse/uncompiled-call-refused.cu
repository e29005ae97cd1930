// A call that this build leaves out may give the function other memory than global memory.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s

__device__ void sums(const float *p, float *C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} its source is not seen to be in global memory [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = p[k + threadIdx.x];
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
__global__ void ofSums(const float *__restrict__ A, float *__restrict__ C, int N) {
#ifdef STAGED
  extern __shared__ float all[];
  all[threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  sums(all, C, 64);
#else
  sums(A, C, N);
#endif
}
