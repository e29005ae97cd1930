// One use of a macro is two loops: both are rewritten where it stands, and it is
// written out once.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %strip < %t.cu | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --epilogue=peel --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=SAID
// SAID-COUNT-2: schedules, equal
// SAID: 2 loops: 2 rewritten

#define BOTH                                                                                                           \
  for (int k = 0; k < n; k += 64) {                                                                                    \
    tile[threadIdx.x] = A[k + threadIdx.x];                                                                            \
    __syncthreads();                                                                                                   \
    for (int i = 0; i < 64; ++i)                                                                                       \
      sum += tile[i] * threadIdx.x;                                                                                    \
    __syncthreads();                                                                                                   \
  }                                                                                                                    \
  for (int k = 0; k < n; k += 64) {                                                                                    \
    tile[threadIdx.x] = B[k + threadIdx.x];                                                                            \
    __syncthreads();                                                                                                   \
    for (int i = 0; i < 64; ++i)                                                                                       \
      sum -= tile[63 - i];                                                                                             \
    __syncthreads();                                                                                                   \
  }

// CHECK-LABEL: void sums(
// CHECK: Prologue
// CHECK: [[FIRST:kNext[0-9]*]] < n
// CHECK: for (int k = 0; k < n; k += 64) {
// CHECK: = A[[[FIRST]] + threadIdx.x]
// CHECK: sum += tile[i]
// CHECK: Prologue
// CHECK: for (int k = 0; k < n; k += 64) {
// CHECK: = B[kNext{{[0-9]*}} + threadIdx.x]
// CHECK: sum -= tile[63 - i]
// CHECK-NOT: for (int k
// CHECK: C[threadIdx.x]
__global__ void sums(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
  BOTH
  C[threadIdx.x] = sum;
}
