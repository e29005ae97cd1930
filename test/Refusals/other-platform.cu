// What an #if chooses for HIP, OpenCL, SYCL or MIC is in no build of a text for CUDA.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --strict-verify --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ float twice(float x) { return 2.0f * x; }

// A library's header: one branch for each platform, of which the flag for OpenCL comes from a library's.
#ifdef HAVE_clAmdBlas
#define LIB_HAVE_OPENCL
#endif
#if !defined(LIB_HAVE_CUDA) && !defined(LIB_HAVE_HIP) && !defined(LIB_HAVE_OPENCL) && !defined(HAVE_MIC)
#define LIB_HAVE_CUDA
#endif
#if defined(LIB_HAVE_CUDA)
#define LIB_TWICE(x) twice(x)
#elif defined(LIB_HAVE_HIP)
#define LIB_TWICE(x) hip_twice(x)
#elif defined(LIB_HAVE_OPENCL)
#define LIB_TWICE(x) cl_twice(x)
#elif defined(HAVE_MIC)
#define LIB_TWICE(x) host_twice(x)
#endif

__global__ void library(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += LIB_TWICE(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#ifndef USE_HIP
#define BY_NEGATION(x) twice(x)
#else
#define BY_NEGATION(x) hip_twice(x)
#endif

__global__ void negation(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += BY_NEGATION(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#if (defined(__HIPCC__) || defined(USE_ROCM)) && !defined(PLAIN)
#define BY_COMPILER(x) hip_twice(x)
#else
#define BY_COMPILER(x) twice(x)
#endif

__global__ void compiler(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += BY_COMPILER(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The branch of the other platform has an #if of its own.
#if USE_HIP >= 1
#if HIP_VERSION > 5
#define BY_NESTED(x) hip_twice(x)
#else
#define BY_NESTED(x) (hip_twice(x))
#endif
#else
#define BY_NESTED(x) twice(x)
#endif

__global__ void nested(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += BY_NESTED(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

#undef USE_MUSA
#if !USE_MUSA
#define BY_UNDEF(x) twice(x)
#else
#define BY_UNDEF(x) musa_twice(x)
#endif

__global__ void undefined(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += BY_UNDEF(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A function of that platform's.
#ifdef USE_HIP
__device__ float inBranch(float x) {
  __syncthreads();
  return x;
}
#else
__device__ float inBranch(float x) { return 2.0f * x; }
#endif

__global__ void function(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += inBranch(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// And a branch within a function.
__device__ float withBranch(float x) {
#if defined(__HIP_PLATFORM_AMD__)
  __syncthreads();
#endif
  return 2.0f * x;
}

__global__ void branch(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += withBranch(As[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

int main() {
  float *A, *C;
  cudaMalloc(&A, 256 * sizeof(float));
  cudaMalloc(&C, 64 * sizeof(float));
  library<<<1, 64>>>(A, C, 256);
  negation<<<1, 64>>>(A, C, 256);
  compiler<<<1, 64>>>(A, C, 256);
  nested<<<1, 64>>>(A, C, 256);
  undefined<<<1, 64>>>(A, C, 256);
  function<<<1, 64>>>(A, C, 256);
  branch<<<1, 64>>>(A, C, 256);
  return cudaDeviceSynchronize();
}
