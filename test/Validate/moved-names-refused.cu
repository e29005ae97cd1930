// Where the stores of the next tile land, behind the computation, a name of theirs is that of another declaration.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ unsigned even(unsigned v) { return v; }
namespace near { __device__ unsigned slot(unsigned v) { return v; } }
namespace far { __device__ unsigned slot(unsigned v) { return v ^ 1; } }

__global__ void variable(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  const int flip = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'flip' would be 'flip' of line [[#]] in the new text, and is 'flip' of line{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ flip] = A[k + threadIdx.x];
    __syncthreads();
    const int flip = 2;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * flip;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void function(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'even' would be {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[even(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    float even = 2.0f;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * even;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void type_name(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  typedef unsigned char Index;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'Index' would be the type 'int' in the new text, and is the type 'unsigned char'{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[Index(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    typedef int Index;
    for (int i = 0; i < 64; ++i)
      sum += Row[i] * Index(i);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void using_declaration(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float Row[64];
  float sum = 0.0f;
  using near::slot;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'slot' would be 'far::slot unsigned int (unsigned int)'{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[slot(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    using far::slot;
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
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[scope::slot(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    namespace scope = far;
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
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[take(Box{threadIdx.x})] = A[k + threadIdx.x];
    __syncthreads();
    struct Box { unsigned Value; };
    __device__ unsigned take(Box);
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
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'turn' would be the default of 'by' of line{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[turn(threadIdx.x)] = A[k + threadIdx.x];
    __syncthreads();
    __device__ unsigned turn(unsigned v, unsigned by = 1);
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
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'mask' would be 'mask'{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x ^ mask] = A[k + threadIdx.x];
    __syncthreads();
    auto mask = 2u;
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
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'pick' would be 'wide::pick{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x + pick(0)] = A[k + threadIdx.x];
    __syncthreads();
    using namespace wide;
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
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'pack' would be 'pack unsigned int (unsigned int)'{{.*}} [meaning-changes]
  for (int k = 0; k < N; k += 64) {
    Row[threadIdx.x + pack(0)] = A[k + threadIdx.x];
    __syncthreads();
    __device__ unsigned pack(unsigned);
    for (int i = 0; i < 64; ++i)
      sum += Row[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
