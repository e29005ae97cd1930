// A __restrict__ that comes by an alias, and that another build may not have.
// RUN: %pipeline-rewrite %s %builtin --alias-check=off --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:
// ACCEPTED: restrict-by-alias.cu

#ifdef PLAIN
#define APART
#else
#define APART __restrict__
#endif
namespace plain { typedef float *Out; }
namespace apart { typedef float *__restrict__ Out; }
template <class T> using Written = T *APART;
typedef float *APART First;
typedef First Second;
#ifdef PLAIN
namespace chosen = plain;
using namespace plain;
#else
namespace chosen = apart;
using namespace apart;
#endif

// CHECK: [may-alias]
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
// CHECK: [may-alias]
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
// CHECK: [may-alias]
__global__ void by_namespace_alias(const float *A, chosen::Out C, int N) {
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
// CHECK: [may-alias]
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
