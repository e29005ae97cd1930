// The threads of a warp give each other values in each build, as its version of CUDA has it.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ float shifted(float v) {
#if CUDART_VERSION >= 9000
  return __shfl_down_sync(0xffffffffu, v, 1);
#else
  return __shfl_down(v, 1);
#endif
}
__global__ void uses_shifted(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += shifted(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float voted(float v) {
#if CUDART_VERSION >= 9000
  return __popc(__ballot_sync(0xffffffffu, v > 0.0f));
#else
  return __any(v > 0.0f) ? 1.0f : 0.0f;
#endif
}
__global__ void uses_voted(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += voted(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float summed(float v) {
  for (int o = 16; o; o >>= 1) {
#if __CUDACC_VER_MAJOR__ >= 9
    v += __shfl_xor_sync(0xffffffffu, v, o);
#else
    v += __shfl_xor(v, o);
#endif
  }
  return v;
}
__global__ void uses_summed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten:
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += summed(As[threadIdx.x]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
// CHECK: 3 loops: 3 rewritten
