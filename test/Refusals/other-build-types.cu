// A type of a system header is the same in all builds, also where a namespace has its own type of that name that is not.
// RUN: %pipeline-rewrite %s %builtin -- -isystem %S/Inputs/system 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:
#include <words.h>

namespace vectors {
#ifdef __clang__
typedef unsigned short word_t;
#else
typedef unsigned long word_t;
#endif
} // namespace vectors

template <word_t Size> __global__ void of_the_system(const float *__restrict__ A, float *__restrict__ C, word_t N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (word_t k = 0; k < N; k += Size) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (word_t i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N) { of_the_system<64><<<1, 64>>>(A, C, N); }
