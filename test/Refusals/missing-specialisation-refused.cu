// A header that is not found, after a template: it may have a specialisation.
// ACCEPTED: other-build-calls.cu
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

namespace with_missing {
template <class T> struct Target {
  static __device__ void publish(T *to, T value) {}
};
} // namespace with_missing
#include "specialisations.h"
namespace with_missing {
__global__ void kernel(int *data, int *__restrict__ C, int N) {
  __shared__ int tile[64];
  int sum = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: another build may have another 'publish', which is given memory to write that a load may read [conditional-compilation]
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = data[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 31 + tile[i];
    Target<int>::publish(data + k + 64 + threadIdx.x, sum);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace with_missing
