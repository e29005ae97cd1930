// Loops that are pipelined by hand are run as they are: what goes wrong is a
// warning, what is right is said, a wait that is deeper than needed is a note.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels > /dev/null 2> %t.text
// RUN: FileCheck %s < %t.text
// RUN: FileCheck %s --check-prefix=COUNTS < %t.text
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --report=json 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: %pipeline-rewrite %s %builtin --verify=kernels --report=sarif 2>/dev/null | FileCheck %s --check-prefix=SARIF
// Where kernels are not run, nothing is known.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --check-prefix=NONE

// CHECK: hand-pipeline.cu:[[#@LINE+51]]:{{.*}}warning: in 'early': thread {{.*}} with early<<<{{.*}} [copy-in-flight]
// CHECK-NOT: warning: in 'right'
// CHECK: already pipelined: asynchronous copies, in 'right'
// CHECK-NEXT: as it is run with {{[0-9]+}} launch{{(es)?}} under 4 schedules: nothing found
// CHECK: already pipelined: asynchronous copies, in 'early'
// CHECK-NEXT: as it is run with {{[0-9]+}} launch{{(es)?}} under 4 schedules: wrong, see the warnings
// CHECK: as it is run with {{[0-9]+}} launch{{(es)?}} under 4 schedules: nothing found
// CHECK-NEXT: hand-pipeline.cu:[[#@LINE+58]]: note: in 'deep': this wait leaves 0 groups in flight; with 1 nothing was found and nothing changed in {{.*}}Wait for all but 1 [wait-deeper-than-needed]
// COUNTS: pipelined by hand: 3, 1 right so far as run, 1 wrong, 1 with a wait that is deeper than needed
// JSON: "byHand": {
// JSON: "verdict": "right",
// JSON: "verdict": "wrong",
// JSON: "verdict": "deep-wait",
// SARIF-DAG: "ruleId": "copy-in-flight"
// SARIF-DAG: "ruleId": "wait-deeper-than-needed"
// NONE-NOT: {{copy-in-flight|as it is run|by hand}}
#include <cuda_pipeline.h>

__global__ void right(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[3][64];
  int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    if (k < tiles) __pipeline_memcpy_async(&s[k][t], &A[k * 64 + t], 16);
    __pipeline_commit();
  }
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(1); // right
    __syncthreads();
    if (k + 2 < tiles) __pipeline_memcpy_async(&s[(k + 2) % 3][t], &A[(k + 2) * 64 + t], 16);
    __pipeline_commit();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 3][i].x * s[k % 3][63 - i].w; // right
  }
  C[t] = sum;
}

__global__ void early(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[3][64];
  int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    if (k < tiles) __pipeline_memcpy_async(&s[k][t], &A[k * 64 + t], 16);
    __pipeline_commit();
  }
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(2); // early
    __syncthreads();
    if (k + 2 < tiles) __pipeline_memcpy_async(&s[(k + 2) % 3][t], &A[(k + 2) * 64 + t], 16);
    __pipeline_commit();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 3][i].x * s[k % 3][63 - i].w; // early
  }
  C[t] = sum;
}

__global__ void deep(const float4 *__restrict__ A, float *C, int tiles) {
  __shared__ float4 s[3][64];
  int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    if (k < tiles) __pipeline_memcpy_async(&s[k][t], &A[k * 64 + t], 16);
    __pipeline_commit();
  }
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(0); // deep
    __syncthreads();
    if (k + 2 < tiles) __pipeline_memcpy_async(&s[(k + 2) % 3][t], &A[(k + 2) * 64 + t], 16);
    __pipeline_commit();
    for (int i = 0; i < 64; i += 9)
      sum += s[k % 3][i].x * s[k % 3][63 - i].w; // deep
  }
  C[t] = sum;
}
