// The same words where new text means what it says: another scope's, a member's, the toolkit's own type by another way, a macro after the loop or of no build; a variable that the text does not say.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
// CHECK-COUNT-4: executed: {{.*}}, equal
// CHECK: 4 loops: 4 rewritten
#include <cstddef>
#if 0
#define size_t unsigned char
#endif
struct Shape {
  uint3 blockDim;
};
namespace apart {
__constant__ uint3 blockDim = {1, 1, 1};
} // namespace apart

__global__ void member(const float *__restrict__ A, float *__restrict__ C, int K, Shape shape) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i] * (shape.blockDim.x + apart::blockDim.x);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void runMember(const float *A, float *C, int K) {
  const dim3 blockDim(64, 1, 1);
  member<<<1, blockDim, 256>>>(A, C, K, Shape{uint3{1, 1, 1}});
}

namespace own {
using std::size_t;
typedef std::size_t Size;
__global__ void sums(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[threadIdx.x] = sum;
    __syncthreads();
  }
}
} // namespace own
void runOwn(const float *A, float *C, int K) { own::sums<<<1, 64>>>(A, C, K); }

// Nothing says it: the tile is static, and nothing is tested.
__global__ void unsaid(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float As[64];
  const dim3 blockDim(1, 1, 1);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum * blockDim.x;
}
void runUnsaid(const float *A, float *C, int K) { unsaid<<<1, 64>>>(A, C, K); }

namespace same {
typedef unsigned long size_t;
__global__ void sums(const float *A, float *C, int K) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[threadIdx.x] = sum;
    __syncthreads();
  }
}
} // namespace same
void runSame(const float *A, float *C, int K) { same::sums<<<1, 64>>>(A, C, K); }
#define blockDim one()
