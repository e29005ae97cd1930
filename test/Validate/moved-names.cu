// The declarations between have other names, or names that only the computation uses.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --strict-verify 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

__device__ unsigned even(unsigned v) { return v; }
namespace near { __device__ unsigned slot(unsigned v) { return v; } }
namespace far { __device__ unsigned slot(unsigned v) { return v ^ 1; } }

__global__ void variable(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  const int flip = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ flip] = A[k + threadIdx.x];
    __syncthreads();
    const int other = 2;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * flip;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void function(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[even(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    float odd = 2.0f;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * odd;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void type_name(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  typedef unsigned char Index;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[Index(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    typedef int Count;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * Count(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void using_declaration(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  using near::slot;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[slot(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    using near::slot;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * slot(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void namespace_alias(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  namespace scope = near;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[scope::slot(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    namespace other = far;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * scope::slot(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

namespace parts {
struct Box { unsigned Value; };
__device__ unsigned take(Box b) { return b.Value; }
}
using parts::Box;

__global__ void argument_lookup(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[take(Box{threadIdx.x})] = A[k + threadIdx.x];
    __syncthreads();
    struct Crate { unsigned Value; };
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ unsigned turn(unsigned v, unsigned by = 0) { return v ^ by; }

__global__ void default_argument(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[turn(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    __device__ unsigned turned(unsigned v, unsigned by = 1);
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * 1.0f;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void deduced(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  auto mask = 1;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ mask] = A[k + threadIdx.x];
    __syncthreads();
    auto masks = 2u;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * mask;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

namespace wide { __device__ unsigned pick(int v) { return v; } __device__ unsigned more(int v) { return v; } }
namespace narrow { __device__ unsigned more(int v) { return v; } }
__device__ unsigned pick(long v) { return v; }

__global__ void using_directive(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x + pick(0)] = A[k + threadIdx.x];
    __syncthreads();
    using namespace narrow;
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__device__ unsigned pack(int v) { return v; }
__device__ unsigned pack(unsigned v) { return v; }
__device__ unsigned pile(unsigned v) { return v; }

__global__ void overload(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x + pack(0)] = A[k + threadIdx.x];
    __syncthreads();
    __device__ unsigned pile(unsigned);
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
