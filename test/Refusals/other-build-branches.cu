// Macros that an #if about the build chooses, where every build that has the loop has the same: the #if is around the
// loop as well, or it is one about the user's own macros that no build takes.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

static __global__ void around(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#if __CUDA_ARCH__ >= 700
#define TWICE(x) (2 * (x))
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += TWICE(As[i]);
    __syncthreads();
  }
#endif
  C[threadIdx.x] = sum;
}

#if __CUDA_ARCH__ >= 700
#define HALF(x) ((x) / 2)
#define QUARTER(x) HALF(HALF(x))

static __global__ void withItsMacros(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += QUARTER(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#endif

#define FLOATS
#if defined(FLOATS)
#define SCALED(x) (x)
#elif defined(HALVES)
#define SCALED(x) ((x) * __CUDA_ARCH__)
#endif

static __global__ void notTaken(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += SCALED(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
