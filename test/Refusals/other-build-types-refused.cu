// A type of the user's own that the compiler decides, with the name of a system header's.
// ACCEPTED: other-build-types.cu
// RUN: %pipeline-rewrite %s %builtin -- -isystem %S/Inputs/system 2>&1 >/dev/null | FileCheck %s
#include <words.h>

namespace vectors {
#ifdef __clang__
typedef unsigned short word_t;
#else
typedef unsigned long word_t;
#endif

__global__ void of_its_own(const float *__restrict__ A, float *__restrict__ C, word_t N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'of_its_own' depends on 'word_t', which another build makes another [conditional-compilation]
  for (unsigned k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (unsigned i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace vectors
