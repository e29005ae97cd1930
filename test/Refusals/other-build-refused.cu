// What another architecture, another compiler or another use makes another of: in a function that the loop calls, in the
// kernel around the loop, in a macro, in a constant.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

__device__ float by_architecture(float x) {
#if __CUDA_ARCH__ >= 900
  __threadfence();
#endif
  return x;
}

__global__ void calls(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'by_architecture', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum = by_architecture(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ float through_call(float x) { return by_architecture(x) + 1.0f; }

__global__ void calls_deep(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'by_architecture', which the loop calls, may be more than arithmetic in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum = through_call(sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef __clang__
#define TWICE 0
#else
#define TWICE 1
#endif
#define MORE (TWICE + 1)

__global__ void by_macro(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'by_macro' depends on 'MORE'{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum *= MORE;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#if defined(__GNUC__) && __GNUC__ > 4
__device__ const int Times = 2;
#else
__device__ const int Times = 1;
#endif

__global__ void by_constant(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'Times' depends on an #if{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    sum *= Times;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may compile a branch that names 'As', which is shared memory of the loop [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
#if __CUDA_ARCH__ >= 900
  sum += As[threadIdx.x];
#endif
  C[threadIdx.x] = sum;
}

__global__ void in_expression(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'in_expression' depends on '__CUDA_ARCH__'{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  if (__CUDA_ARCH__ >= 900)
    sum += 1.0f;
  C[threadIdx.x] = sum;
}

#define COUNTED(x) (x + __COUNTER__)

__global__ void by_use(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'by_use' depends on 'COUNTED'{{.*}} [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  sum = COUNTED(sum);
  C[threadIdx.x] = sum;
}
