// A header of the project's has a macro with a name that the header of cp.async
// uses, as max: that stands above it. Where the macro is defined before the
// file that is rewritten begins, no place is above it, and the loop gets a form
// that needs no header.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels -o - 2>%t.report | %strip | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --header-filter=loop-behind-macros --kernel=inHeader 2>&1 | FileCheck %s --check-prefix=HEADER

// REPORT: remark: rewritten: cpasync,
// REPORT: executed: {{.*}}, equal

// HEADER: loop-behind-macros.h:6:3: remark: rewritten: ldg,
// HEADER: not its first form: asynchronous copies need a header, and a macro
// HEADER: executed: {{.*}}, equal
// HEADER-NOT: #include <cuda_pipeline.h>

// CHECK: #include <stdint.h>
// CHECK-NEXT: #include <cuda_pipeline.h>
// CHECK-NEXT: #include "Inputs/project-macros.h"
#include <stdint.h>
#include "Inputs/project-macros.h"
#include "Inputs/loop-behind-macros.h"
// CHECK-NOT: cuda_pipeline.h

static __global__ void sums(const float4 *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float4 As[64];
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

void run(const float4 *A, float *C, int K) {
  sums<<<1, 64>>>(A, C, K);
  inHeader<64><<<1, 64>>>(A, C, K);
}
