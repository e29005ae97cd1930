// A __restrict__ that comes by aliases, and that every build has.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

namespace apart { typedef float *__restrict__ Out; }
template <class T> using Written = T *__restrict__;
typedef Written<float> First;
typedef First Second;
using namespace apart;

// CHECK: remark: rewritten: {{.*}} in 'by_template'
__global__ void by_template(const float *A, Written<float> C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
// CHECK: remark: rewritten: {{.*}} in 'by_alias_of_alias'
__global__ void by_alias_of_alias(const float *A, Second C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
// CHECK: remark: rewritten: {{.*}} in 'by_namespace'
__global__ void by_namespace(const float *A, apart::Out C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
// CHECK: remark: rewritten: {{.*}} in 'by_directive'
__global__ void by_directive(const float *A, Out C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[k + threadIdx.x] = sum;
    __syncthreads();
  }
}
