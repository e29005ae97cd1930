// A macro that architectures define differently, of which each definition loads the same element.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350
#define LOAD(p) __ldg(p)
#define VALUE(x) (__ldg(&(x)))
#else
#define LOAD(p) (*(p))
#define VALUE(x) (x)
#endif

__global__ void pointer(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = LOAD(A + k + threadIdx.x);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void value(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg, 2 stages
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = VALUE(A[k + threadIdx.x]);
    __syncthreads();
    sum += As[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
