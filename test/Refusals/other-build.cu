// The nearest accepted neighbours of other-build-refused.cu: a condition around the whole loop, one that asks whether this
// is device code, one that the user's own macros decide, and one in a function that the loop does not call.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__global__ void around(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
#if __CUDA_ARCH__ >= 700
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#else
  sum = 0.0f;
#endif
  C[threadIdx.x] = sum;
}

#if __CUDA_ARCH__ >= 700
__device__ float together(float x) { return 2.0f * x; }

__global__ void with_its_function(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum = together(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#endif

__device__ float anywhere(float x) {
#ifdef __CUDA_ARCH__
  return x;
#else
  return 2.0f * x;
#endif
}

__global__ void on_the_device(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum = anywhere(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float configured(float x) {
#ifdef SCALE
  return SCALE * x;
#else
  return x;
#endif
}

__global__ void as_configured(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum = configured(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#define CHECKED(call) if (call) printf("%d\n", __LINE__)
__device__ float not_called(float x) {
  CHECKED(x > __CUDA_ARCH__);
  return x;
}

// Words that say no more than how a function is compiled.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define BOTH __host__ __device__
#else
#define BOTH
#endif
#ifdef __GNUC__
#define ALWAYS inline __attribute__((always_inline)) __attribute__((__always_inline__))
#else
#define ALWAYS __forceinline
#endif
BOTH ALWAYS float portable(float x) { return 2.0f * x; }

__global__ void with_portable(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum = portable(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A local constant of a name that another function's build decides.
__device__ int other_function() {
#if __CUDA_ARCH__ >= 900
  const int rows = 4;
#else
  const int rows = 2;
#endif
  return rows;
}

__global__ void with_local(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    const int rows = 3;
    sum *= rows;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Start {
  float is = 1.0f;
};

__global__ void by_member(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum + Start{}.is;
}
