// A header that is not found may have a function that suits a call better. A
// library's own are taken for those of the file where `using` says so, and in their namespace.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin -- -DWITH_USING 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin -- -DWITHIN=at 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin -- -DUTILS 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin -- -DQUOTED 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin -- -DABOVE 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin -- -DSTUB 2>&1 >/dev/null | FileCheck %s
#ifdef UTILS
#include "cublas_utils.h"
#elif defined(QUOTED)
#include "torch/mine.cuh"
#elif defined(ABOVE)
#include <cub/../mine.cuh>
#elif defined(STUB)
#include <cub/cub.cuh>
namespace cub {}
using namespace cub;
#elif defined(WITH_USING)
#include <torch/extension.h>
using namespace torch;
#elif defined(WITHIN)
#include <ATen/ATen.h>
#else
#define WITHIN toolbox
#include <toolbox/extension.h>
#endif

#ifdef WITHIN
namespace WITHIN {
#endif

__device__ long f(long x) { return x; }

__global__ void sums(const int *__restrict__ A, int *__restrict__ C, int N) {
  __shared__ int As[64];
  int h = 1;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} file not found [errors-in-function]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      h = h * 31 + As[i];
    __syncthreads();
  }
  C[threadIdx.x] = f(h);
}
#ifdef WITHIN
}
#endif
