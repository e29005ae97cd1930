// A name that the header of cp.async uses, and that the command line may define: no place in the file is above
// that. It is refused, unless the file includes the header itself: a build that defines the name does not compile then.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync 2>&1 >/dev/null -- -DN=128 | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --copy-once 2>&1 >/dev/null -- -DONCE | FileCheck %s --check-prefix=ONCE
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=OTHER
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --verify=kernels 2>&1 >/dev/null -- -DINCLUDED | FileCheck %s --check-prefix=FINE

// CHECK: warning: loop left alone: asynchronous copies need a header that uses the name 'N', which a build may define [name-conflict]
// CHECK-NEXT: advice Rename the macro.
// ONCE: asynchronous copies need a header that uses the name 'N', which a build may define
// OTHER: remark: rewritten: ldg,
// OTHER: not its first form: asynchronous copies need a header that uses the name 'N'
// OTHER: executed: {{.*}}, equal
// FINE: remark: rewritten: cpasync,
// FINE: executed: {{.*}}, equal
#ifdef INCLUDED
#include <cuda_pipeline.h>
#endif
#ifndef N
#define N 64
#endif

#ifdef ONCE
__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C) {
  __shared__ float4 As[N];
  As[threadIdx.x] = A[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = As[63 - threadIdx.x].x;
}
#else
__global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float4 As[N];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(const float4 *A, float *C, int K) { sums<<<1, 64>>>(A, C, K); }
#endif
