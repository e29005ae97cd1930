// Another build for CUDA may take these branches, or define the name by which the #if asks.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

__device__ float twice(float x) { return 2.0f * x; }
__device__ float other(float x);

#if defined(USE_HIP) || defined(FAST)
#define NOT_IMPLIED(x) other(x)
#else
#define NOT_IMPLIED(x) twice(x)
#endif

__global__ void notImplied(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'NOT_IMPLIED' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += NOT_IMPLIED(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A user's flag for CUDA that nvcc does not define.
#if defined(LIB_HAVE_HIP)
#define WITHOUT_FLAG(x) hip_twice(x)
#elif defined(LIB_HAVE_CUDA)
#define WITHOUT_FLAG(x) other(x)
#else
#define WITHOUT_FLAG(x) twice(x)
#endif

__global__ void withoutFlag(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'WITHOUT_FLAG' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += WITHOUT_FLAG(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A program for CUDA can have OpenCL, too, and takes this branch first.
#if defined(HAVE_OPENCL)
#define BESIDE(x) other(x)
#elif !defined(PLAIN)
#define BESIDE(x) twice(x)
#endif

__global__ void beside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'BESIDE' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += BESIDE(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifndef USE_HIP
#ifdef FAST
#define IN_CUDA_BRANCH(x) other(x)
#else
#define IN_CUDA_BRANCH(x) twice(x)
#endif
#endif

__global__ void inCudaBranch(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'IN_CUDA_BRANCH' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += IN_CUDA_BRANCH(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef SHIP
#define PART_OF_WORD(x) other(x)
#else
#define PART_OF_WORD(x) twice(x)
#endif

__global__ void partOfWord(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'PART_OF_WORD' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += PART_OF_WORD(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef NO_HIP
#define NEGATED(x) other(x)
#else
#define NEGATED(x) twice(x)
#endif

__global__ void negated(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'NEGATED' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += NEGATED(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifdef __HIP_PLATFORM_NVIDIA__
#define ON_TOP_OF_CUDA(x) other(x)
#else
#define ON_TOP_OF_CUDA(x) twice(x)
#endif

__global__ void onTopOfCuda(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'onTopOfCuda' depends on 'ON_TOP_OF_CUDA', which another build makes another [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += ON_TOP_OF_CUDA(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The file defines it for CUDA.
#ifdef FAST
#define USE_ROCM
#endif
#ifdef USE_ROCM
#define DEFINED_HERE(x) other(x)
#else
#define DEFINED_HERE(x) twice(x)
#endif

__global__ void definedHere(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'DEFINED_HERE' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += DEFINED_HERE(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// And so it does in this build.
#define USE_MUSA 0
#if USE_MUSA
#define DEFINED_AS_0(x) other(x)
#else
#define DEFINED_AS_0(x) twice(x)
#endif

__global__ void definedAs0(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'DEFINED_AS_0' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += DEFINED_AS_0(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A word of the code.
#ifdef HCC
#define NO_FLAG(x) other(x)
__device__ int rows() { return HCC; }
#else
#define NO_FLAG(x) twice(x)
#endif

__global__ void noFlag(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'NO_FLAG' is a macro of more than a value, and another one in another build [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += NO_FLAG(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
